"""A solved motion: its job, poses, forces, report and provenance."""
