"""Operators for the motion to be solved."""
