"""How long an edit in the middle of a long clip takes to be followed: within a window, and in all frames.

.venv/bin/python -m scripts.bench.window
"""

import math
import statistics
import sys
import time

from scripts.bench.long_walk import dragged
from solver.job.job import Job
from solver.messages import Iterate, Message, Status
from solver.optimise.live import FOLLOWING_BESIDE, LiveMotion
from solver.optimise.start import Start

EDITS = 6


def main() -> int:
    """Measure this alone; exit with 1 if an edit is not followed within a window."""
    told = window()
    return 1 if told["window300_unfollowed"] else 0


def window() -> dict[str, float]:
    """Medians [ms]: of the predictor, of the window's motion, and of the whole where no newer edit comes."""
    solution, jobs = dragged(EDITS)
    live = LiveMotion.after(Start.of_solution(solution))
    *dragging, last = jobs
    edits = [_Edit(live, job, leaves=True) for job in dragging]
    final = _Edit(live, last, leaves=False)
    followed = [each for each in edits if each.within is not None]
    predictor = statistics.median(each.predictor for each in edits)
    within = statistics.median([each.within for each in followed if each.within is not None] or [math.nan])
    print(
        f"window300: predictor {predictor:.0f} ms, window {within:.0f}, all frames {final.whole:.0f}",
        flush=True,
    )
    return {
        "window300_predictor_ms": predictor,
        "window300_ms": within,
        "window300_clip_ms": final.whole,
        "window300_unfollowed": len(edits) - len(followed),
    }


class _Edit:
    """One edit, timed.

    Attributes:
        predictor: until the first iterate [ms].
        within: until the window's motion [ms]; None if there is none.
        whole: until the end [ms].
    """

    def __init__(self, live: LiveMotion, job: Job, *, leaves: bool) -> None:
        self._began, self._leaves = time.perf_counter(), leaves
        self.predictor = math.nan
        self.within: float | None = None
        live.follow(job, tell=self._hear, cancelled=lambda: self._leaves and self.within is not None)
        self.whole = self._past()

    def _past(self) -> float:
        return 1e3 * (time.perf_counter() - self._began)

    def _hear(self, message: Message) -> None:
        if isinstance(message, Iterate) and math.isnan(self.predictor):
            self.predictor = self._past()
        if isinstance(message, Status) and message.text == FOLLOWING_BESIDE:
            self.within = self._past()


if __name__ == "__main__":
    sys.exit(main())
