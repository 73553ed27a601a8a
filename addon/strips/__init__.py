"""Contacts as strips on the timeline: a lane for each, a bar for each time that it touches."""
