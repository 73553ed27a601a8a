"""Many ways to do the same thing."""
