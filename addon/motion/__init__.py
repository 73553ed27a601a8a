"""Goals, contacts, keys and presets of the panels, read into a Job."""
