"""Clips and samples in one SQLite file."""
