"""Keeps bodies close to a drawn motion or a capture."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...arrays import Array, Vector3
from ...rotations import matrix_from_quaternion

Quaternion = tuple[float, float, float, float]


@dataclass(frozen=True)
class DrawnBody:
    """Trajectory of one body, at evenly spaced times of the clip.

    Attributes:
        body: its name.
        positions: of its center of mass, world [m].
        orientations: of its own axes, wxyz, world; as many as positions.
        weight: relative to the other bodies.
        envelope: factors of the weight at evenly spaced times, interpolated linearly; empty: 1 throughout.
    """

    body: str
    positions: tuple[Vector3, ...]
    orientations: tuple[Quaternion, ...]
    weight: float = 1.0
    envelope: tuple[float, ...] = ()

    def weights(self, count: int, *, closed: bool) -> Array:
        """(count,) weights at evenly spaced frames; the last factor of a cycle is held until its end."""
        factors = np.array(self.envelope or (1.0,))
        at = np.arange(count) / count * len(factors) if closed else np.linspace(0, len(factors) - 1, count)
        return np.asarray(self.weight * np.interp(at, np.arange(len(factors)), factors))

    def spread(self, count: int, *, closed: bool) -> tuple[Array, Array]:
        """Centres (count, 3) [m] and axes (count, 3, 3) at evenly spaced frames, interpolated linearly.

        The last values of a cycle are held until its end.
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

    The fourth power spreads unavoidable distances over the bodies, as one foot half a step away is more visible than
    a whole body slightly off. In place of the squared angle between the drawn and the found axes stands
    |R - R'|^2 / 2 = 2 (1 - cos angle), which has no singularity. The search starts from the drawn motion. Unlike
    ``SketchCloseness``, it compares positions in the world, whichever joints lead there.

    Attributes:
        bodies: the drawn ones; others are left to the solver.
        length: distance that costs as much as 1 rad [m].
        steepness: factor of the fourth power; 0: distances count by their squares alone.
        weight: factor of this objective.
    """

    kind: ClassVar[str] = "pose"
    bodies: tuple[DrawnBody, ...]
    length: float = 0.2
    steepness: float = 0.0
    weight: float = 1.0


def drawn_body(name: str, position: Array, orientation: Array, *, weight: float = 1.0) -> DrawnBody:
    """A body's trajectory from arrays, rounded to a micrometer.

    Args:
        name: of the body.
        position: (N, 3) of its center of mass, world [m].
        orientation: (N, 4) of its axes, wxyz, world.
        weight: relative to other bodies.
    """
    positions = tuple((x, y, z) for x, y, z in position.round(6).tolist())
    orientations = tuple((w, x, y, z) for w, x, y, z in orientation.round(7).tolist())
    return DrawnBody(name, positions, orientations, weight)
