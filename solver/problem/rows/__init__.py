"""What rows have in common, whatever their meaning."""
