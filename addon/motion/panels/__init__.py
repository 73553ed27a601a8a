"""Panels for the motion that is asked for."""
