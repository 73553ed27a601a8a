"""Panels that choose from the catalog."""
