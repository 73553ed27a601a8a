"""Panels for files."""
