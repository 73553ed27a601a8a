"""Buttons for the strips of contacts on the timeline."""
