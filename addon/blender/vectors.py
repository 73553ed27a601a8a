"""Three numbers of Blender as the solver's records have them."""

from collections.abc import Iterable


def vector(values: Iterable[float]) -> tuple[float, float, float]:
    """Plain numbers, which JSON knows, of a vector, an array's row or a generator."""
    x, y, z = (float(v) for v in values)
    return x, y, z
