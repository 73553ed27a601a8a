"""What a motion shows: its heading, gait figures, cost, and pictures of its poses."""
