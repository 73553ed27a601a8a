"""What shall happen: the panels' goals, contacts and keys, and the presets that fill them, read into a Job."""
