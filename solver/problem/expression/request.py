"""What every written constraint and objective comes down to."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..when import ALWAYS, When

Array = NDArray[np.float64]
Bound = float | tuple[float, float, float] | None

EACH, MEAN, INTEGRAL, PEAK = "each", "mean", "integral", "peak"
AGGREGATES = (EACH, MEAN, INTEGRAL, PEAK)
LEAST_PEAK = "least peak"  # a peak's lower bound


@dataclass(frozen=True)
class Request:
    """One expression, its bounds and its frames.

    Attributes:
        expression: its text.
        lower: bound of every component, or of each; None: none.
        upper: the same.
        when: at which frames.
        of: each frame's value, their mean, their integral over time, their peak or the least that it may be.
        value: what the name ``value`` stands for.
        label: subject of the sentence that tells a broken bound; the text when empty.
        missed: what follows it, up to by how much.
        about: whom, by what messages call them; empty: the whole character.
        unit: of the expression, told with a broken bound.
        tracks: further names and their value at times (I,) [s].
    """

    expression: str
    lower: Bound = None
    upper: Bound = None
    when: When = ALWAYS
    of: str = EACH
    value: float = 0.0
    label: str = ""
    missed: str = "is off by"
    unit: str = ""
    about: str = ""
    tracks: tuple[tuple[str, Callable[[Array], Array]], ...] = ()


def vector(values: tuple[float, float, float]) -> str:
    """Text of a constant vector."""
    x, y, z = (float(v) for v in values)
    return f"({x!r}, {y!r}, {z!r})"


def position(body: str, point: tuple[float, float, float]) -> str:
    """Text of a point of a body in its own axes."""
    return f"position({body!r}, {vector(point)})"
