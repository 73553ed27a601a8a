"""One constraint, one file, one equation."""
