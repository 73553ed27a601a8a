"""The solver process: the queue, its messages, and the resulting motion."""
