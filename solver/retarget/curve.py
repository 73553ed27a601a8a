"""A curve over the time of an action."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.interpolate import CubicHermiteSpline, PchipInterpolator

from ..arrays import Array
from ..errors import InputError
from ..record_types import check_types


@dataclass(frozen=True)
class KeyedCurve:
    """Keys of a vector, joined by cubic Hermite splines and constant before the first and after the last.

    Attributes:
        times: of keys, increasing [s].
        values: of keys, one tuple each.
        slopes: at keys [1/s]; empty: monotone between keys, so that nothing overshoots (Fritsch & Butland 1984).

    Raises:
        InputError: numbers of keys differ, or times do not increase.
    """

    times: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]
    slopes: tuple[tuple[float, ...], ...] = ()

    def __post_init__(self) -> None:
        check_types(self, "curve")
        if not self.times or len(self.values) != len(self.times):
            raise InputError(
                f"expected as many values as times, at least one, found {len(self.values)} and {len(self.times)}",
                field="curve.values",
            )
        if any(b <= a for a, b in zip(self.times, self.times[1:], strict=False)):
            raise InputError("expected increasing times", field="curve.times")
        widths = {len(value) for value in (*self.values, *self.slopes)}
        if len(widths) > 1 or (self.slopes and len(self.slopes) != len(self.times)):
            raise InputError("expected values and slopes of one width for every time", field="curve.slopes")

    @property
    def width(self) -> int:
        """Number of components."""
        return len(self.values[0])

    def at(self, times: Array) -> Array:
        """Values (F, width) at times (F,) [s]."""
        inside = np.clip(times, self.times[0], self.times[-1])
        return np.asarray(self._spline(inside)) if self._spline else np.tile(self.values[0], (len(times), 1))

    @cached_property
    def _spline(self) -> "CubicHermiteSpline | PchipInterpolator | None":
        if len(self.times) == 1:
            return None
        if self.slopes:
            return CubicHermiteSpline(self.times, self.values, self.slopes)
        return PchipInterpolator(self.times, self.values)

    def mapped(self, values: Array) -> "KeyedCurve":
        """The curve with other values (K, width) at its keys, without slopes."""
        return KeyedCurve(self.times, tuple(tuple(map(float, value)) for value in values))


def still(*value: float) -> KeyedCurve:
    """A constant."""
    return KeyedCurve((0.0,), (value,))
