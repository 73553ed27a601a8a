"""Buttons for posing."""
