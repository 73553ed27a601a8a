"""Lengths and contact phases as unknowns."""
