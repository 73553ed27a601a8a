"""How the values that an expression has at several frames count: one by one, or as a single number."""

EACH, MEAN, INTEGRAL, PEAK = "each", "mean", "integral", "peak"
BOUNDED = (EACH, MEAN, INTEGRAL, PEAK)  # by a constraint
MINIMIZED = (INTEGRAL, MEAN, PEAK)  # by an objective
