"""Operators for files."""
