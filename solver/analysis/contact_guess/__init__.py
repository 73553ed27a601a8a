"""Estimates which points of a keyed or captured motion touch the ground, and when, with confidence."""
