"""Walks through a motion graph."""
