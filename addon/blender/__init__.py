"""Blender's armatures and actions as arrays, and back: the only conversion of units and axes."""
