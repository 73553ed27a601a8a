"""Terms of rows that are linear in the positions of tracked points."""

from dataclasses import dataclass, field

import numpy as np

from ...arrays import AnyArray, Array, Flags, Indices


@dataclass(frozen=True, eq=False)
class PointTerms:
    """T terms direction . position of a tracked point at an extended frame, each added to a row.

    Attributes:
        row: (T,) index of the row.
        frame: (T,) extended frame.
        point: (T,) index of the tracked point; contacts come first.
        direction: (T, 3).
        carrier: (T,) body relative to which the point is measured (see problem/moving_surface.py); -1: the world.
    """

    row: Indices
    frame: Indices
    point: Indices
    direction: Array
    carrier: Indices = field(default_factory=lambda: np.array(-1))

    def __post_init__(self) -> None:
        object.__setattr__(self, "carrier", np.broadcast_to(self.carrier, self.row.shape))

    def only(self, which: Flags) -> "PointTerms":
        """The terms at flags (T,)."""
        return PointTerms(*(array[which] for array in self._arrays))

    def followed_by(self, others: "PointTerms") -> "PointTerms":
        """These terms followed by others."""
        return PointTerms(*(np.concatenate(both) for both in zip(self._arrays, others._arrays, strict=True)))

    @property
    def _arrays(self) -> tuple[AnyArray, ...]:
        return (self.row, self.frame, self.point, self.direction, self.carrier)
