"""Buttons for the motion library."""
