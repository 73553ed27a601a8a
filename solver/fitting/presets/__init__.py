"""Ready-made characters."""
