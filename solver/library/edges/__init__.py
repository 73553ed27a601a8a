"""Ways over from one motion to another: their blends, and what these lack."""
