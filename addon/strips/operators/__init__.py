"""Operators for the tracks of contacts on the timeline."""
