"""How far the motion is from the artist's sketch."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from ...character.validation import known_name
from ...errors import InputError
from .coordinates import coordinate_squares, whole_clip
from .squares import Squares

if TYPE_CHECKING:
    from ..setting import Setting

Array = NDArray[np.float64]


@dataclass(frozen=True)
class SketchedCoordinate:
    """One degree of freedom of a sketch.

    Attributes:
        dof: "JOINT.rx" [rad], or "root.tx" [m].
        values: evenly over the clip, as many as one likes, straight lines between them; in a cycle the first
            follows the last, in an open clip the last stands at its end.
        weight: against the others.
    """

    dof: str
    values: tuple[float, ...]
    weight: float = 1.0


@dataclass(frozen=True)
class SketchCloseness:
    """Integral over time of the sum of weight (q - sketch)^2 [rad^2 s].

    The search starts from the sketch: it decides which of several optima is found (Cohen 1992, section 4.1).

    Attributes:
        coordinates: what was sketched.
        weight: how much it counts.
    """

    kind: ClassVar[str] = "sketch"
    coordinates: tuple[SketchedCoordinate, ...]
    weight: float = 1.0

    def squares(self, setting: "Setting") -> Squares:
        """Sqrt(weight h) (q - sketch), at every frame."""
        names = setting.tree.names
        for k, sketched in enumerate(self.coordinates):
            known_name(sketched.dof, names, f"coordinates[{k}].dof", "degree of freedom")
            if not sketched.values:
                raise InputError("expected a value or more, found none", field=f"coordinates[{k}].values")
        frames = whole_clip(setting)
        wanted = [
            spread(np.array(sketched.values), len(frames), closed=setting.timeline.cycle is not None)
            for sketched in self.coordinates
        ]
        return coordinate_squares(
            setting,
            np.array([names.index(sketched.dof) for sketched in self.coordinates], np.intp),
            order=0,
            frames=frames,
            scale=np.sqrt([sketched.weight for sketched in self.coordinates]),
            wanted=np.array(wanted).reshape(-1, len(frames)).T,
        )


def spread(values: Array, count: int, *, closed: bool) -> Array:
    """(count,) values at even frames; a cycle's last value is held until its end."""
    if closed:
        return np.interp(np.arange(count) / count * len(values), np.arange(len(values)), values)
    return np.interp(np.linspace(0, len(values) - 1, count), np.arange(len(values)), values)
