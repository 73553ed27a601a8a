"""Verifies the physics of a motion by its world poses and claimed forces alone."""
