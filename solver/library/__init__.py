"""Motions made of other motions."""
