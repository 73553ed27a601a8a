"""How far a solved motion may be beyond what a constraint asks for, in the constraint's own unit."""

from ...number_range import above

SLACK = above(0, 1e3)
