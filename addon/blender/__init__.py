"""Blender's armatures and actions as arrays, and back: the one place where its units and axes are converted."""
