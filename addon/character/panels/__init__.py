"""Panels for the character."""
