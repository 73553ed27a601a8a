"""Solves a Problem."""
