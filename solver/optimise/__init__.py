"""Finds the best point of a Problem."""
