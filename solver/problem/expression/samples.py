"""Times at which an expression is evaluated."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags, Indices


@dataclass(frozen=True, eq=False)
class Samples:
    """I frames of the whole clip, or the middles of the steps that begin there.

    Attributes:
        frames: (I,) of the whole clip.
        between: whether the samples are half a step after each frame.
    """

    frames: Indices
    between: bool = False

    def __len__(self) -> int:
        return len(self.frames)

    def at(self, selection: "Flags | slice") -> "Samples":
        """The samples at flags or a slice."""
        return Samples(self.frames[selection], self.between)

    def times(self, step: float) -> Array:
        """(I,) [s]."""
        return np.asarray((self.frames + (0.5 if self.between else 0.0)) * step)
