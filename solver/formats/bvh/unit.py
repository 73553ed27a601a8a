"""The length of a file's unit, which no file tells, by what its skeleton and its motion show.

Each common unit has odds: how usual it is, and how well it goes with the size of a person or of the animal that the
file names, with what its program writes, and with the pace of its steps and falls.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...fitting.human_map import is_human
from .animal_heights import HEIGHTS
from .motion import BvhMotion
from .time_scale import TimeScale, time_scales

METER, DECIMETER, CENTIMETER, MILLIMETER = 1.0, 0.1, 0.01, 0.001
FOOT, INCH, ACCLAIM = 0.3048, 0.0254, 0.0564444  # the last is that of Carnegie Mellon's files, 0.0254 / 0.45
# Odds of a file of which nothing is known.
USUAL = {
    METER: 0.25, DECIMETER: 0.05, ACCLAIM: 0.03, INCH: 0.12, CENTIMETER: 0.45, MILLIMETER: 0.03, FOOT: 0.04,
}  # fmt: skip
# What names of joints begin with in files of programs that always write one unit.
WRITERS = {"mixamorig": CENTIMETER, "CC_Base_": CENTIMETER, "LHipJoint": ACCLAIM, "J_Bip_": METER}
WRITTEN = 30.0  # times as likely
PERSON, OTHER_PERSON = 1.7, 0.2  # m, and standard deviation of the logarithm
ANIMAL, OTHER_ANIMAL = 0.8, 1.3  # likewise of any animal
NAMED = 0.5  # standard deviation of the logarithm for an animal that the file names
UNKNOWN = 0.95  # odds of a person if no part of a body is recognized
ACTED = 0.8  # odds that what looks like a person is one if the file names an animal, which people act
FLAT = 0.05  # of its size; the height of a skeleton that does not stand
TINY = 1e-30  # odds of what cannot be
FARTHEST = 3.0  # standard deviations; a measure that is farther off may be wrong, and counts no more
SURE = 0.9  # odds
WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@dataclass(frozen=True)
class FoundUnit:
    """The unit of a file.

    Attributes:
        length: of the unit [m].
        odds: that it is this one of the common units; 1 if it was given.
        other: the next most likely unit [m]; 0 if it was given.
    """

    length: float
    odds: float = 1.0
    other: float = 0.0

    @property
    def is_sure(self) -> bool:
        """Whether other units are unlikely."""
        return self.odds >= SURE


def find_unit(
    motion: BvhMotion, title: str, *, size: float, height: float, parts: Collection[str]
) -> FoundUnit:
    """The most likely unit.

    Args:
        motion: in the file's units, Z up.
        title: of the file.
        size: the stature of a person with this skeleton, in any pose.
        height: of the standing skeleton; 0 if all bones lie in a plane.
        parts: of the body that are recognized in the skeleton.
    """
    units: Array = np.array(list(USUAL))
    usual = usual_height([title, *motion.names])
    person = -(_distance(size * units, PERSON, OTHER_PERSON, OTHER_PERSON) ** 2) / 2
    heights = (height if height > FLAT * size else size) * units
    animal = -(_distance(heights, ANIMAL, OTHER_ANIMAL, OTHER_ANIMAL) ** 2) / 2
    if usual:
        animal -= _distance(heights, usual, NAMED, NAMED) ** 2 / 2
    share = _share_of_persons(parts, names_animal=usual > 0)
    sized = share * np.exp(person) / OTHER_PERSON + (1 - share) * np.exp(animal) / OTHER_ANIMAL
    scores = np.log(list(USUAL.values())) + np.log(sized + TINY)
    for beginning, unit in WRITERS.items():
        if any(name.startswith(beginning) for name in motion.names):
            scores[units == unit] += np.log(WRITTEN)
    for scale in time_scales(motion):
        scores -= _by_pace(units, scale) ** 2 / 2
    odds = np.exp(scores - scores.max())
    odds /= odds.sum()
    best, other = np.argsort(odds)[:-3:-1].tolist()
    return FoundUnit(float(units[best]), float(odds[best]), float(units[other]))


def _share_of_persons(parts: Collection[str], *, names_animal: bool) -> float:
    """Odds that the skeleton is a person's."""
    if not parts:
        return UNKNOWN
    if not is_human(parts):
        return 0.0
    return ACTED if names_animal else 1.0


def usual_height(names: Iterable[str]) -> float:
    """Height [m] of the first animal that is a word of the names; 0 without one."""
    words = (word.lower() for name in names for word in WORDS.findall(name))
    return next((HEIGHTS[word] for word in words if word in HEIGHTS), 0.0)


def _by_pace(units: Array, scale: TimeScale) -> Array:
    return np.minimum(_distance(units, scale.unit, scale.above, scale.below), FARTHEST)


def _distance(values: Array, usual: float, above: float, below: float) -> Array:
    """How far values are from a usual one, in standard deviations of the logarithm above or below it."""
    off = np.log(values / usual)
    return np.asarray(np.where(off > 0, off / above, -off / below))
