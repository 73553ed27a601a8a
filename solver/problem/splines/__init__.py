"""Coordinates as splines with few knots instead of a value per frame."""
