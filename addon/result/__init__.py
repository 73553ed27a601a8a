"""A solved motion before and after Accept: the ghost, the takes, and what changed."""
