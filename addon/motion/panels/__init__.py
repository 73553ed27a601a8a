"""Panels for the motion to be solved."""
