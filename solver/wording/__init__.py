"""Words for violations of a motion."""
