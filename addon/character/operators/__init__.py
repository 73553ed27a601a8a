"""Buttons for the character."""
