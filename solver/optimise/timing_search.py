"""Search for timings outside the optimizer: CMA-ES proposes them, and each proposal is a job (McIntosh 2011, 4.2.5)."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import closing
from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..clip.timing_history import TimingHistory
from ..errors import InputError
from ..job.check import check_job
from ..job.checks.context import Context
from ..job.checks.touching import check_contacts
from ..job.job import Job
from ..job.timings import CmaEs, Gradient
from ..mechanics.tree import Tree
from ..messages import Generation, Sink, Status, Warning
from ..problem.timeline import make_timeline
from ..problem.timing.free_timings import free_timings
from ..scheduling.batches import Batches
from ..scheduling.workers import Workers
from .cmaes import Evolution, Restart, runs
from .found_timings import FoundTimings
from .preview import preview
from .start import Start
from .timing_descent import descend
from .trial import IMPOSSIBLE, INFEASIBLE_OUTCOME, NOTHING, Outcome, Trial, attempt

ITERATIONS = 60  # of a trial
REMEMBERED = 64  # motions of recent generations, as starts of trials
NEAR = 0.1  # distance in ranges within which a motion is a better start than the initial guess
FAR_WORSE = 3.0  # times the median of the last generation; worse trials cannot have children

Frames = tuple[object, ...]
NO_FRAMES: Frames = ()


def find_timings(
    job: Job,
    *,
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
    start: Start | None = None,
    workers: Workers | int | None = None,
) -> FoundTimings:
    """Finds the free timings of a job with its method; never worse than the given ones if these have a motion.

    With CMA-ES, the same seed finds the same timings with any workers: trials start from motions of earlier
    generations only, and their limits are numbers of iterations.

    Args:
        job: with free timings.
        send: takes a message per generation, and the best motion so far when it is new.
        cancelled: called often; True ends the search with the best timings so far.
        start: a motion similar to that with the given timings.
        workers: that solve a generation's trials in parallel, or the number of processes; None: sequentially, here.

    Raises:
        InputError: the timings' bounds are impossible, or ``workers`` is invalid.
    """
    chosen = job.timing_search
    if isinstance(chosen, Gradient):
        first = None
        if chosen.evolution:
            evolved = replace(job, timing_search=chosen.evolution)
            first = find_timings(evolved, send=send, cancelled=cancelled, start=start, workers=workers)
        return descend(job, first, send=send, cancelled=cancelled, start=start)
    with closing(Batches(_tried, workers, busy=Status("Optimizing timing"))) as batches:
        search = _Search(job, chosen, send, cancelled, batches)
        search.run(start)
        return search.found()


class _Search:
    """A CMA-ES search: proposals, outcomes and remembered motions."""

    def __init__(
        self,
        job: Job,
        chosen: CmaEs,
        send: Sink,
        cancelled: Callable[[], bool],
        batches: Batches[Trial, Outcome],
    ) -> None:
        self._chosen = chosen
        self._tree = Tree(job.character)
        check_job(job, self._tree)
        self._free = free = free_timings(job, self._tree)
        self._send, self._ask, self._batches = send, cancelled, batches
        self._varied = free.lower < free.upper
        self._range = np.where(self._varied, free.upper - free.lower, 1.0)
        self._guess = (free.guess - free.lower) / self._range
        self._began = time.perf_counter()
        self._known = {NO_FRAMES: INFEASIBLE_OUTCOME}
        self._motions: deque[tuple[Array, Start]] = deque(maxlen=REMEMBERED)
        self._best, self._values, self._first = INFEASIBLE_OUTCOME, free.guess, INFEASIBLE_OUTCOME
        self._generations: list[Generation] = []
        self._tried, self._most, self._is_over = 0, np.inf, False

    def run(self, start: Start | None) -> None:
        """Tries the given timings, then runs one evolution after another."""
        if start is not None:
            self._motions.append((self._guess, start))
        chosen, varied, count = self._chosen, self._varied, 0
        rng = np.random.default_rng(chosen.seed)
        first = Restart(chosen.population, chosen.generations, chosen.spread, False)
        schedule = tuple(runs(first, chosen.restarts, rng)) if varied.any() else ()
        total = sum(run.generations for run in schedule)
        self._send(Status(f"Optimizing {np.count_nonzero(varied)} timings of '{self._free.job.name}'"))
        [self._first] = self._solve(self._guess[None])
        self._show(0)
        for run in schedule:
            begin = rng.uniform(size=varied.sum()) if run.is_elsewhere else self._guess[varied]
            evolution = Evolution(begin, periodic=self._free.periodic[varied], run=run, rng=rng)
            for number in range(count + 1, count + run.generations + 1):
                if self._cancelled() or evolution.spread < chosen.tolerance:
                    break
                self._generation(evolution, number, total)
            count += run.generations

    def found(self) -> FoundTimings:
        """Result of the search."""
        history = TimingHistory(
            method=self._chosen.kind,
            names=self._free.names,
            first=self._first.merit,
            best=self._best.merit,
            tried=self._tried,
            solves=sum(outcome.rank[0] != IMPOSSIBLE for outcome in self._known.values()),
            seconds=time.perf_counter() - self._began,
            generations=tuple(self._generations),
        )
        job = self._free.job_at(self._values)
        return FoundTimings(job, self._values, self._best.start, history, self._is_over)

    def _generation(self, evolution: Evolution, number: int, total: int) -> None:
        points = evolution.ask()
        whole = np.tile(self._guess, (len(points), 1))
        whole[:, self._varied] = points
        best, outcomes = self._best, self._solve(whole)
        if self._cancelled():
            return
        evolution.tell(_ranks(outcomes))
        merits = [outcome.merit for outcome in outcomes if outcome.merit is not None]
        is_dense = 2 * len(merits) > len(outcomes)
        self._most = FAR_WORSE * float(np.median(merits)) if is_dense else np.inf
        generation = Generation(
            number=number,
            of=total,
            tried=len(outcomes),
            solved=len(merits),
            best=self._best.merit,
            timings=tuple(self._values.tolist()),
            spread=evolution.spread,
            seconds=time.perf_counter() - self._began,
        )
        self._generations.append(generation)
        self._send(generation)
        if self._best is not best:
            self._show(number)

    def _solve(self, points: Array) -> list[Outcome]:
        """Outcomes of points (P, U) of the unit cube; timings with the same frames are solved only once."""
        values = self._free.lower + self._range * points
        jobs = [self._free.job_at(v) for v in values]
        keys = [self._frames(job) for job in jobs]
        new = {key: k for k, key in enumerate(keys) if key not in self._known}
        trials = [Trial(jobs[k], self._start(points[k]), ITERATIONS, self._most) for k in new.values()]
        outcomes = self._batches.answers(trials, send=self._send, cancelled=self._cancelled, lost=self._lost)
        for (key, k), outcome in zip(new.items(), outcomes, strict=True):
            if outcome is None:
                continue
            self._known[key] = replace(outcome, start=None)
            if outcome.start is not None:
                self._motions.append((points[k], outcome.start))
            if outcome.rank < self._best.rank:
                self._best, self._values = outcome, values[k]
        self._tried += len(points)
        return [self._known.get(key, INFEASIBLE_OUTCOME) for key in keys]

    def _show(self, number: int) -> None:
        """Sends a preview of the best motion up to a generation, if there is any."""
        found = self._best.start
        if found is not None:
            self._send(preview(number, found.transcription, found.x))

    def _lost(self, _trial: Trial, _error: BrokenExecutor) -> Outcome:
        self._send(Warning("the process of a trial died twice; its timings count as having no motion"))
        return NOTHING

    def _frames(self, job: Job) -> Frames:
        """Equal for timings that give the same frames."""
        try:
            check_contacts(Context(job, self._tree))
        except InputError:  # for example, one contact on two surfaces
            return NO_FRAMES
        timeline = make_timeline(job, self._tree)
        return job.timing, timeline.active.tobytes(), timeline.surface.tobytes()

    def _start(self, point: Array) -> Start | None:
        """The nearest remembered motion, if it is near."""
        apart = [self._distance(point - other) for other, _ in self._motions]
        return self._motions[int(np.argmin(apart))][1] if apart and min(apart) < NEAR else None

    def _distance(self, change: Array) -> float:
        return float(np.linalg.norm(np.where(self._free.periodic, change - np.rint(change), change)))

    def _cancelled(self) -> bool:
        """Whether the user has asked to stop."""
        self._is_over = self._is_over or self._ask()
        return self._is_over


def _tried(trial: Trial, _: Sink, cancelled: Callable[[], bool]) -> Outcome:
    return attempt(trial, cancelled)


def _ranks(outcomes: Sequence[Outcome]) -> Array:
    """(P,) ranks of the outcomes; ties share one."""
    order = sorted({outcome.rank for outcome in outcomes})
    return np.array([order.index(outcome.rank) for outcome in outcomes], float)
