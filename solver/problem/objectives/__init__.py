"""One objective, one file, one equation."""
