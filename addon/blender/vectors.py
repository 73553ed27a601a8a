"""Blender vectors as tuples of the solver's records."""

from collections.abc import Iterable


def vector(values: Iterable[float]) -> tuple[float, float, float]:
    """Python floats, for JSON, from a vector, an array's row or a generator."""
    x, y, z = (float(v) for v in values)
    return x, y, z
