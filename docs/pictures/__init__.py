"""Scripts that draw the pictures of the documentation; each module lists its own in PICTURES."""
