"""Poses of a character while a part is dragged and the rest follows in balance."""
