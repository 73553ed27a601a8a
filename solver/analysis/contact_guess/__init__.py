"""Which points of a drawn or captured motion touch the ground, when, and how sure that is."""
