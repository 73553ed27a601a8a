"""Buttons for solved motions."""
