"""Facts into sentences: the only place that words what a motion violates."""
