"""The solver beside Blender: the queue, its messages, and the resulting motion."""
