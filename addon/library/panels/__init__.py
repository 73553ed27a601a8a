"""Panel of the motion library."""
