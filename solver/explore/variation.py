"""One of several ways to do what a job asks."""

from dataclasses import dataclass

from ..clip.clip import Clip
from .distance import GreatestDifference


@dataclass(frozen=True, eq=False)
class Variation:
    """One way to do what a job asks.

    Attributes:
        clip: solved.
        distance: from the nearest found before it, mirror images included, in the metric's unit; 0 of the first.
        cost: of its objectives, against the first's.
        differs: where it differs most from the first motion; None of the first.
        overlaps: names of the two bodies that pass through each other most, of those that do not in the first motion;
            None: there are none.
        number: its place among those that were found, from 1.
    """

    clip: Clip
    distance: float = 0.0
    cost: float = 1.0
    differs: GreatestDifference | None = None
    overlaps: tuple[str, str] | None = None
    number: int = 1
