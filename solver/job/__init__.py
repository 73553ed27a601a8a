"""The specification of a motion: a Job and its parts, as plain values independent of the solver."""
