"""Coordinates as curves of few knots instead of a value per frame."""
