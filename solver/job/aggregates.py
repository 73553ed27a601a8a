"""Aggregates of an expression's values over frames."""

EACH, MEAN, INTEGRAL, PEAK = "each", "mean", "integral", "peak"
BOUNDED = (EACH, MEAN, INTEGRAL, PEAK)  # by a constraint
MINIMIZED = (INTEGRAL, MEAN, PEAK)  # by an objective
