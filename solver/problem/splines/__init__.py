"""Coordinates as curves with few knots instead of a value per frame."""
