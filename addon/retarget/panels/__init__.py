"""Panels for motions of other armatures."""
