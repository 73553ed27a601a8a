"""Operators for posing."""
