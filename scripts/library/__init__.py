"""What the motion library does, timed and judged."""
