"""A solved motion before and after the artist decides: the ghost, the takes, and what changed."""
