"""Benchmarks of the motion library, timed and judged."""
