"""What rows have in common, whatever they are about."""
