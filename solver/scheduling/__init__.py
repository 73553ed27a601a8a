"""Many solves on many workers."""
