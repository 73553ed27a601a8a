"""Measures of the difference between motions, one per file."""
