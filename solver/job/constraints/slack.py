"""Tolerance of a solved motion beyond a constraint, in the constraint's unit."""

from ...number_range import above

SLACK = above(0, 1e3)
