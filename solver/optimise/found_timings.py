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
        job: with them; nothing is free any more.
        values: (U,) themselves, as FreeTimings has them.
        start: its motion; None if no timings had one.
        history: of the search.
        cancelled: whether the user has ended it.
    """

    job: Job
    values: Array
    start: Start | None
    history: TimingHistory
    cancelled: bool
