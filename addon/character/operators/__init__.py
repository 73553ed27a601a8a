"""Operators for the character."""
