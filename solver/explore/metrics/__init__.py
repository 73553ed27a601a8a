"""How different two motions are: one measure per file."""
