"""Export, import and assets."""
