"""How far bodies are from where an animator, or a capture, has them."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...arrays import Array, Vector3
from ...rotations import matrix_from_quaternion

Quaternion = tuple[float, float, float, float]


@dataclass(frozen=True)
class DrawnBody:
    """The way of one body, evenly over the clip.

    Attributes:
        body: its name.
        positions: of its centre of mass, world [m].
        orientations: of its own axes, wxyz, world; as many as positions.
        weight: against the other bodies.
        envelope: factors of the weight at even times, straight lines between; none: 1 throughout.
    """

    body: str
    positions: tuple[Vector3, ...]
    orientations: tuple[Quaternion, ...]
    weight: float = 1.0
    envelope: tuple[float, ...] = ()

    def weights(self, count: int, *, closed: bool) -> Array:
        """(count,) at even frames; a cycle's last factor is held until its end."""
        factors = np.array(self.envelope or (1.0,))
        at = np.arange(count) / count * len(factors) if closed else np.linspace(0, len(factors) - 1, count)
        return np.asarray(self.weight * np.interp(at, np.arange(len(factors)), factors))

    def spread(self, count: int, *, closed: bool) -> tuple[Array, Array]:
        """Centres (count, 3) [m] and axes (count, 3, 3) at even frames, straight between those drawn.

        A cycle's last is held until its end.
        """
        position, turn = np.array(self.positions), matrix_from_quaternion(self.orientations)
        if len(position) == count:
            return position, turn
        at = np.arange(count) / count * len(position) if closed else np.linspace(0, len(position) - 1, count)
        before = np.minimum(at.astype(int), len(position) - 1)
        after, share = np.minimum(before + 1, len(position) - 1), at - before
        between = turn[before] * (1 - share)[:, None, None] + turn[after] * share[:, None, None]
        left, _, right = np.linalg.svd(between)  # the nearest rotation
        return position[before] + share[:, None] * (position[after] - position[before]), np.asarray(
            left @ right
        )


@dataclass(frozen=True)
class PoseCloseness:
    """Integral over time of the mean over bodies of angle^2 + d^2 + steepness d^4 / 2 [rad^2 s], d = distance / length.

    The fourth power spreads what must be far: an onlooker sees one foot half a step away, and not a body a little off.
    What stands for the squared angle between drawn and found axes is |R - R'|^2 / 2 = 2 (1 - cos angle), which has no
    singular pose. The search starts from the drawn motion. Unlike ``SketchCloseness`` it sees what an onlooker sees:
    where bodies are in the world, whichever joints took them there.

    Attributes:
        bodies: drawn ones; others are left to the solver.
        length: distance that is as bad as 1 rad [m].
        steepness: how much more than with its square a distance counts; 0: not at all.
        weight: how much it counts.
    """

    kind: ClassVar[str] = "pose"
    bodies: tuple[DrawnBody, ...]
    length: float = 0.2
    steepness: float = 0.0
    weight: float = 1.0


def drawn_body(name: str, position: Array, orientation: Array, *, weight: float = 1.0) -> DrawnBody:
    """A body's way from arrays, to a thousandth of a millimetre.

    Args:
        name: of the body.
        position: (N, 3) of its centre of mass, world [m].
        orientation: (N, 4) of its own axes, wxyz, world.
        weight: against the other bodies.
    """
    positions = tuple((x, y, z) for x, y, z in position.round(6).tolist())
    orientations = tuple((w, x, y, z) for w, x, y, z in orientation.round(7).tolist())
    return DrawnBody(name, positions, orientations, weight)
