"""Legs of a creature in groups of about equal length, whose rhythms are in small ratios."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..creature import Creature

ALIKE = 0.25  # relative difference of lengths within a group
LARGEST_RATIO = 3  # denominator of the ratio between two groups' rhythms


@dataclass(frozen=True)
class LegGroup:
    """Legs that step in one rhythm.

    Attributes:
        feet: bodies, from the back to the front, left before right.
        length: mean of the legs [m].
        ratio: steps of this group for one of the longest (harmonized).
    """

    feet: tuple[int, ...]
    length: float
    ratio: Fraction


def leg_groups(creature: Creature) -> tuple[LegGroup, ...]:
    """Groups of legs, the longest first; none without feet.

    Shorter legs swing faster, by the square root of the ratio of lengths, as pendulums do.
    """
    length = {foot: leg_length(creature, foot) for foot in creature.feet}
    groups: list[list[int]] = []
    for foot in sorted(length, key=lambda b: -length[b]):
        if groups and length[foot] > (1 - ALIKE) * length[groups[-1][0]]:
            groups[-1].append(foot)
        else:
            groups.append([foot])
    found: list[LegGroup] = []
    for feet in groups:
        mean = float(np.mean([length[b] for b in feet]))
        longest = found[0].length if found else mean
        ratio = Fraction(float(np.sqrt(longest / mean))).limit_denominator(LARGEST_RATIO)
        found.append(LegGroup(_ordered(creature, feet), mean, ratio))
    return tuple(found)


def leg_length(creature: Creature, foot: int) -> float:
    """Height of a leg's hip above its foot [m]: what swings like a pendulum."""
    hip = foot
    while int(creature.parent[hip]) not in creature.spine:
        hip = int(creature.parent[hip])
    height = float(creature.joint[hip, 2] - creature.handle[foot, 2])
    return max(height, 0.3 * float(creature.limb_length[foot]))


def _ordered(creature: Creature, feet: list[int]) -> tuple[int, ...]:
    """From the back to the front in rows, the left foot of a row first."""
    x = {b: float(creature.handle[b, 0]) for b in feet}
    tolerance = 0.05 * float(creature.size[0])
    return tuple(sorted(feet, key=lambda b: (round(x[b] / max(tolerance, 1e-9)), -creature.handle[b, 1])))
