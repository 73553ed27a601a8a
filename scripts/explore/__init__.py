"""Benchmarks of exploration: variations, motions between them, and fronts, compared with references."""
