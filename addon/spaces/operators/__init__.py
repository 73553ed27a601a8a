"""Buttons for motion spaces."""
