"""Panels for overlays."""
