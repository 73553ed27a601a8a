"""One of several motions of a job."""

from dataclasses import dataclass

from ..clip.clip import Clip
from .distance import GreatestDifference


@dataclass(frozen=True, eq=False)
class Variation:
    """One of several motions of a job.

    Attributes:
        clip: solved.
        distance: from the nearest earlier one, including mirror images, in the metric's unit; 0 for the first.
        cost: of its objectives, relative to the first.
        differs: largest difference from the first motion; None for the first.
        overlaps: names of the two bodies that overlap most, among those that do not in the first motion; None: none.
        number: index among the motions found, from 1.
    """

    clip: Clip
    distance: float = 0.0
    cost: float = 1.0
    differs: GreatestDifference | None = None
    overlaps: tuple[str, str] | None = None
    number: int = 1
