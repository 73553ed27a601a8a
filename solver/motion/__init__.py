"""Motions, with and without forces."""
