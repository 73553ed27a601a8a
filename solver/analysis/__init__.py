"""What a motion shows: where it goes, the figures of its gait, what it costs, and pictures of its poses."""
