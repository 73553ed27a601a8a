"""Buttons of the catalog."""
