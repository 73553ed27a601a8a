"""Buttons for motions of other armatures."""
