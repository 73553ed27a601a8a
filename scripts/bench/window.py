"""Latency of an edit in the middle of a long clip, within a window and in all frames.

.venv/bin/python -m scripts.bench.window
"""

import sys
import time

import numpy as np

from scripts.bench.long_walk import dragged
from scripts.bench.results import spread
from solver.arrays import Array
from solver.job.job import Job
from solver.messages import Iterate, Message, Status
from solver.optimise.live import FOLLOWING_BESIDE, LiveMotion
from solver.optimise.start import Start

EDITS = 6


def main() -> int:
    """Run this benchmark alone; exit with 1 if an edit is not followed within a window."""
    figures = window()
    return 1 if figures["window300_unfollowed"] else 0


def window() -> dict[str, float]:
    """Times [ms] of the predictor, of the window's motion, and of the whole clip without a newer edit."""
    solution, jobs = dragged(EDITS)
    live = LiveMotion.after(Start.of_solution(solution))
    *dragging, last = jobs
    edits = [_Edit(live, job, leaves=True) for job in dragging]
    within = [each.within for each in edits if each.within is not None]
    figures = spread("window300_predictor", [each.predictor for each in edits])
    figures |= spread("window300", within or [np.full(2, np.nan)])
    figures |= spread("window300_clip", [_Edit(live, last, leaves=False).whole])
    return figures | {"window300_unfollowed": len(edits) - len(within)}


class _Edit:
    """One edit, each moment as (wall time, processor time) since it began [ms].

    Attributes:
        predictor: of the first iterate.
        within: of the window's motion; None if there is none.
        whole: of the whole clip.
    """

    def __init__(self, live: LiveMotion, job: Job, *, leaves: bool) -> None:
        self._began, self._leaves = _now(), leaves
        self.predictor = np.full(2, np.nan)
        self.within: Array | None = None
        live.follow(job, send=self._hear, cancelled=lambda: self._leaves and self.within is not None)
        self.whole = 1e3 * (_now() - self._began)

    def _hear(self, message: Message) -> None:
        past = 1e3 * (_now() - self._began)
        if isinstance(message, Iterate) and np.isnan(self.predictor).any():
            self.predictor = past
        if isinstance(message, Status) and message.text == FOLLOWING_BESIDE:
            self.within = past


def _now() -> Array:
    return np.array([time.perf_counter(), time.process_time()])


if __name__ == "__main__":
    sys.exit(main())
