"""Result of a search for timings."""

from dataclasses import dataclass

from ..arrays import Array
from ..clip.timing_history import TimingHistory
from ..job.job import Job
from .start import Start


@dataclass(frozen=True, eq=False)
class FoundTimings:
    """The best timings of a search.

    Attributes:
        job: with these timings fixed.
        values: (U,) the timings, as in FreeTimings.
        start: its motion; None if none was found for any timings.
        history: of the search.
        cancelled: whether the user stopped the search.
    """

    job: Job
    values: Array
    start: Start | None
    history: TimingHistory
    cancelled: bool
