"""Panels for solved motions."""
