"""Building blocks for the rows of constraints and objectives."""
