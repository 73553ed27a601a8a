"""From a Job, what the artist asks for, to a Problem, what the optimizer solves."""
