"""Operators of the solver."""
