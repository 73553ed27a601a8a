"""Conversion between Blender's armatures and actions and arrays: the only place for units and axes."""
