"""Contacts as bars on the timeline: a track for each contact, a bar for each phase."""
