"""Length constraints between particles, enforced one after the other (Hecker 2008, section 4.3.1; Jakobsen 2001)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array

OUTER = 5  # passes over all constraints (section 4.3.2)
SOFT = 0.02  # of the length: smaller errors are corrected less, for an organic feel
FIXED = 1e9  # mass of a particle that does not move


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


def enforced(points: Array, lengths: Sequence[LengthConstraint]) -> Array:
    """Particles (F, P, 3) after OUTER passes from the leaves to the root.

    Args:
        points: (F, P, 3) [m].
        lengths: leaves first.
    """
    points = points.copy()
    for _ in range(OUTER):
        for each in lengths:
            away = points[:, each.b] - points[:, each.a]
            distance = np.sqrt((away * away).sum(axis=1))
            error = distance - np.clip(distance, each.shortest, each.length)
            share = _softened(error, each.length) / np.maximum(distance, 1e-12)
            step = share[:, None] * away / (each.mass_a + each.mass_b)
            points[:, each.a] += each.mass_b * step
            points[:, each.b] -= each.mass_a * step
    return points


def _softened(error: Array, length: float) -> Array:
    """Correction of an error: its square near zero, joined with a continuous slope to the error itself beyond."""
    band = SOFT * length
    size = np.abs(error)
    corrected = np.where(size < band, size * size / (2 * band), size - band / 2)
    found: Array = np.sign(error) * corrected
    return found
