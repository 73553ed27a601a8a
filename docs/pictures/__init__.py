"""What draws the pictures of these pages; each module names its own in PICTURES."""
