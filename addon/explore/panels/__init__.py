"""Panel of exploration."""
