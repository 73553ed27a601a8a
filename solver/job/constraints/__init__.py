"""Constraints, one specification per file; its rows have the same name in problem/constraints."""
