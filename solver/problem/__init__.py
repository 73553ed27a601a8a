"""From a Job, what the artist asked for, to a Problem, what the optimiser solves."""
