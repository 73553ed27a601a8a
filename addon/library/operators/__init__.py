"""Operators for the motion library."""
