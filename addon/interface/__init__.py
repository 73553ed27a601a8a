"""What buttons and panels of all rooms share."""
