"""What makes no sense in a job, by what it is asked of."""
