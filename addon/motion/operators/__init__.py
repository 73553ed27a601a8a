"""Buttons for the motion that is asked for."""
