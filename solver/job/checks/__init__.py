"""Validation of a job, by the part that is checked."""
