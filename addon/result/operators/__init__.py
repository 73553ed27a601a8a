"""Operators for solved motions."""
