"""Operators of exploration."""
