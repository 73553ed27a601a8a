"""Panels for the solver."""
