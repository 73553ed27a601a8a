"""Posing by hand: a part of the character is dragged, and the rest follows in balance."""
