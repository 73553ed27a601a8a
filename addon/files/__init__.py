"""Motions to and from files, and on the asset shelf."""
