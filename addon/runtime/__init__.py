"""Work beside Blender's own: one event loop, threads that rest, the solver's process."""
