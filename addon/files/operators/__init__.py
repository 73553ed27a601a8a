"""Buttons for files."""
