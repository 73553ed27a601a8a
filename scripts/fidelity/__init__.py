"""How much of a capture is left when it is made physical."""
