"""Buttons for the solver."""
