"""Motions made of solved ones: joins, loops, and walks through a motion graph."""
