"""Overlays of the character: geometry as arrays, and one file that draws it on the screen."""
