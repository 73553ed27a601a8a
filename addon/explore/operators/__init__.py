"""Buttons of exploration."""
