"""Panels for motion spaces."""
