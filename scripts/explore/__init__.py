"""Many ways to do the same thing, measured: variations, the way between them, and fronts, beside references."""
