"""Operators for motion spaces."""
