"""Length constraints between particles, enforced one after the other (Hecker 2008, section 4.3.1; Jakobsen 2001)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Indices

OUTER = 5  # passes over all constraints (section 4.3.2)
SOFT = 0.02  # of the length: smaller errors are corrected less, for an organic feel
FIXED = float("inf")  # mass of a particle that does not move


@dataclass(frozen=True)
class LengthConstraint:
    """A distance that two particles keep.

    Attributes:
        a, b: indices of the particles; a is nearer to the root.
        length: at rest [m].
        shortest: least distance, below ``length`` for a simplified limb that will bend [m].
        mass_a, mass_b: a heavier end moves less; they have no physical meaning.
    """

    a: int
    b: int
    length: float
    shortest: float
    mass_a: float = 1.0
    mass_b: float = 1.0


@dataclass(frozen=True, eq=False)
class LengthLevel:
    """Constraints that share no particle that moves, and are therefore enforced at once.

    Attributes:
        a, b: (K,) indices of the particles.
        length, shortest: (K,) [m].
        share_a, share_b: (K, 1) of the correction by which each end moves.
    """

    a: Indices
    b: Indices
    length: Array
    shortest: Array
    share_a: Array
    share_b: Array

    @classmethod
    def of(cls, constraints: Sequence[LengthConstraint]) -> "LengthLevel":
        """Of constraints that share no particle that moves."""
        # the ratio of the masses, in a form in which both ends may be fixed
        weight = np.array([[1 / each.mass_a, 1 / each.mass_b] for each in constraints])
        share = weight / np.maximum(weight.sum(axis=1, keepdims=True), 1e-300)
        return cls(
            np.array([each.a for each in constraints], np.intp),
            np.array([each.b for each in constraints], np.intp),
            np.array([each.length for each in constraints]),
            np.array([each.shortest for each in constraints]),
            share[:, :1],
            share[:, 1:],
        )

    def enforce(self, points: Array) -> None:
        """Moves particles (F, P, 3) toward their lengths, in place.

        The correction is the square of an error near zero, joined with a continuous slope to the error itself beyond.
        """
        a, b = points[:, self.a], points[:, self.b]
        away = b - a
        distance = np.sqrt((away * away).sum(axis=2))
        error = distance - np.minimum(np.maximum(distance, self.shortest), self.length)
        size, band = np.abs(error), SOFT * self.length
        corrected = np.where(size < band, size * size / (2 * band), size - band / 2)
        step = (np.copysign(corrected, error) / np.maximum(distance, 1e-12))[..., None] * away
        points[:, self.a] = a + self.share_a * step
        points[:, self.b] = b - self.share_b * step


def levels_of(constraints: Sequence[LengthConstraint]) -> tuple[LengthLevel, ...]:
    """Constraints in levels whose order is theirs, wherever two share a particle that moves."""
    level: dict[int, int] = {}  # of each particle's last constraint
    found: list[list[LengthConstraint]] = []
    for each in constraints:
        moving = [p for p, mass in ((each.a, each.mass_a), (each.b, each.mass_b)) if mass < FIXED]
        own = max((level.get(p, -1) for p in moving), default=-1) + 1
        level.update(dict.fromkeys(moving, own))
        if own == len(found):
            found.append([])
        found[own].append(each)
    return tuple(LengthLevel.of(each) for each in found)


def enforced(points: Array, levels: Sequence[LengthLevel]) -> Array:
    """Particles (F, P, 3) after OUTER passes from the leaves to the root.

    Args:
        points: (F, P, 3) [m].
        levels: of constraints, leaves first.
    """
    points = points.copy()
    for _ in range(OUTER):
        for level in levels:
            level.enforce(points)
    return points
