"""Different motions for the same goals: alternatives, trade-offs and in-betweens."""
