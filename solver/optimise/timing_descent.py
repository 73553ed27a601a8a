"""Timings by gradient: the durations of phases are unknowns of the motion's own problem.

A solve with free steps finds better timings near the current ones (as Winkler et al. 2018 do for feet). These lie
between frames, so they are rounded to the nearest frames, or slightly before, and the motion is solved again with
even steps, and so on. Next, single touchdowns and lift-offs, and the length, move by one frame as long as that helps:
near an optimum, effects of the frame grid dominate, which gradients do not capture. Then the motion is solved once
more from the initial guess, because there may be several optima. Finally, the length of an open clip is optimized for
its number of frames.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..clip.timing_history import TimingHistory
from ..job.check import check_job
from ..job.job import Job
from ..job.objectives.duration import Duration
from ..mechanics.tree import Tree
from ..messages import Sink, Status
from ..problem.formulate import formulate
from ..problem.timing.free_timings import FreeTimings, free_timings
from ..problem.timing.phases import Phases, frames_of, snapped
from ..problem.transcription import transcribe
from .found_timings import FoundTimings
from .multipliers import Multipliers
from .recipe import WARM
from .reparametrised import Reparametrised
from .search import Search, is_solved
from .solve import solve
from .start import Start
from .trial import NOTHING, Outcome, Trial, attempt

ITERATIONS, COLD_ITERATIONS = 100, 200  # of a solve
WORTH = 3e-4  # minimum relative gain of a step
BACK = (1 / 32, 1 / 8, 1 / 2)  # backtracking fractions if better timings have no motion


def descend(
    job: Job,
    first: FoundTimings | None,
    *,
    send: Sink,
    cancelled: Callable[[], bool],
    start: Start | None,
) -> FoundTimings:
    """The best timings near those of a job, or near the result of another search.

    Args:
        job: with free timings.
        first: result of the other search, if any.
        send: takes status.
        cancelled: called at each iteration; True ends the descent with the best timings so far.
        start: a motion similar to that with the given timings.

    Raises:
        InputError: the timings' bounds are impossible, or an objective or constraint does not support free steps.
    """
    began, tree = time.perf_counter(), Tree(job.character)
    check_job(job, tree)
    free = free_timings(job, tree)
    begin, motion = (free.guess, start) if first is None else (first.values, first.start)
    descent = Descent(free, begin, motion, send=send, cancelled=cancelled)
    given = descent.best.merit if first is None else first.history.first
    while descent.step():
        cost = f"the best costs {descent.best.merit:.4g}"
        send(Status(f"Optimizing timing: best of {descent.tried} so far", figures=cost))
    descent.settle()
    history = TimingHistory(
        method=job.timing_search.kind,
        names=free.names,
        first=given,
        best=descent.best.merit,
        tried=descent.tried + (first.history.tried if first else 0),
        solves=descent.solves + (first.history.solves if first else 0),
        seconds=time.perf_counter() - began + (first.history.seconds if first else 0.0),
        generations=first.history.generations if first else (),
    )
    return FoundTimings(descent.job, descent.values, descent.best.start, history, cancelled())


class Descent:
    """Descent of one job's timings.

    Args:
        free: its free timings.
        values: (U,) initial values.
        start: a similar motion; None: none.
        send: takes status.
        cancelled: called at each iteration.

    Attributes:
        values: (U,) the best so far.
        best: outcome of ``values``.
        solves: number of optimisations so far, including those with free steps.
    """

    def __init__(
        self,
        free: FreeTimings,
        values: Array,
        start: Start | None,
        *,
        send: Sink,
        cancelled: Callable[[], bool],
    ) -> None:
        self._free, self._send, self._cancelled = free, send, cancelled
        self.values, self._known, self.solves = values, dict[bytes, Outcome](), 0
        self.best = self._try(values, start) if start else NOTHING
        if not self.best.is_solved:
            self._known.clear()
            self.best = self._try(values, self._climbed(values))

    @property
    def tried(self) -> int:
        """Number of timings tried."""
        return len(self._known)

    @property
    def job(self) -> Job:
        """The job with the best timings so far."""
        return self._free.job_at(self.values)

    def step(self) -> bool:
        """Moves to better timings, by gradient or else by a frame; returns False if there are none nearby."""
        if not self.best.is_solved or self._cancelled():
            return False
        found = self._freed()
        if found and self._moves_towards(*found):
            return True
        others = () if found and self._is_least_length else self._neighbours()
        return any(self._moves(values, self.best.start) for values in others) or self._begins_anew()

    def settle(self) -> None:
        """Optimizes the length of an open clip for its number of frames.

        A slightly shorter length would have one frame less at the given rate, which may be too few, and the
        descent ignores gains below ``WORTH``.
        """
        free, job = self._free, self._free.job
        if not (job.timing.free and job.cycle is None and self.best.is_solved) or self._cancelled():
            return
        found = self._freed()
        if found is None or found[0][0] >= self.values[0]:
            return
        (goal, start), n = found, frames_of(free, self.values)
        for back in (0.0, *BACK):
            values = goal + back * (self.values - goal)
            finer = free.at_rate(n / values[0])
            values = snapped(finer, values)
            self.solves += 1
            outcome = attempt(Trial(finer.job_at(values), start, ITERATIONS), self._cancelled)
            if outcome.is_solved:
                if _is_better(outcome, self.best):
                    self.best, self.values, self._free = outcome, values, finer
                return

    @property
    def _is_least_time(self) -> bool:
        """Whether the job minimizes the length."""
        job = self._free.job
        return bool(job.timing.free) and any(isinstance(each, Duration) for each in job.objectives)

    @property
    def _is_least_length(self) -> bool:
        """Whether the job minimizes an open clip's length and has no other free timing."""
        return self._is_least_time and self._free.job.cycle is None and len(self.values) == 1

    def _moves(self, values: Array, start: Start | None) -> bool:
        """Moves to timings if they are better; returns whether it did."""
        return self._takes(values, self._try(values, start))

    def _moves_towards(self, goal: Array, start: Start) -> bool:
        """Moves to timings on frames at a goal, or slightly before it, if they are better; returns whether it did.

        The goal is optimal for the current number of frames. With fewer, the best motion may take slightly longer, and
        the least time certainly does.
        """
        for back in BACK if self._is_least_time else (0.0, *BACK):
            values = snapped(self._free, goal + back * (self.values - goal))
            outcome = self._try(values, start)
            if outcome.is_solved:
                return self._takes(values, outcome)
        return False

    def _begins_anew(self) -> bool:
        """Solves the same timings from the initial guess; returns whether that found a better optimum."""
        self.solves += 1
        trial = Trial(self._free.job_at(self.values), None, COLD_ITERATIONS)
        return self._takes(self.values, attempt(trial, self._cancelled))

    def _takes(self, values: Array, outcome: Outcome) -> bool:
        """Keeps an outcome if it is better; returns whether it is."""
        is_better = _is_better(outcome, self.best, WORTH)
        if is_better:
            self.best, self.values = outcome, values
        return is_better

    def _try(self, values: Array, start: Start | None) -> Outcome:
        job, key = self._free.job_at(values), np.round(values, 9).tobytes()
        if key not in self._known:
            self.solves += 1
            self._known[key] = attempt(Trial(job, start, ITERATIONS), self._cancelled)
        return self._known[key]

    def _climbed(self, values: Array) -> Start | None:
        """The motion with these timings, by any strategy; None if none is found."""
        solution = solve(self._free.job_at(values), send=self._send, cancelled=self._cancelled)
        self.solves += 1
        return Start.of_solution(solution) if solution.solved else None

    def _freed(self) -> tuple[Array, Start] | None:
        """The best timings nearby, between frames, with their motion; None if the optimizer fails.

        An unfinished result is a good goal, too, because the motion is solved there again.
        """
        start = self.best.start
        assert start is not None
        job, own = self._free.job_at(self.values), start.multipliers
        assert own is not None
        phases = Phases(self._free, self.values, start.transcription.timeline)
        problem = formulate(job, free_steps=phases.stretches())
        lower, upper = (np.array([bound]) for bound in phases.length_bounds())
        variables = problem.transcription.variables
        view = Reparametrised(
            problem.with_bounds(variables.length, lower, upper),
            phases.matrix(problem.transcription),
            hull=False,
        )
        even, none = np.ones(phases.count), np.zeros(phases.count)
        more = np.zeros(len(view.g_lower) - len(own.rows))
        multipliers = Multipliers(
            np.append(own.rows, more), np.append(own.lower, none), np.append(own.upper, none)
        )
        self.solves += 1
        result = Search(problem, self._send, self._cancelled).run(
            "Optimizing phase durations", view, np.append(start.x, even), iterations=ITERATIONS,
            unknowns=None, judged=False, multipliers=multipliers, recipe=WARM,
        )  # fmt: skip
        if not is_solved(result) and result.iterations < ITERATIONS:
            return None
        x = view.unknowns(result.x)
        steps, longer = x[variables.steps], float(x[variables.length[0]])
        transcription = transcribe(_stretched(job, longer))
        found = Start(transcription, x[: transcription.variables.size], times=phases.times(steps))
        return phases.values(steps, longer), found

    def _neighbours(self) -> Iterator[Array]:
        """Timings with one touchdown or lift-off moved by a frame, or the clip a frame longer or shorter."""
        free, values, n = self._free, self.values, frames_of(self._free, self.values)
        first = 1 if free.job.timing.free else 0
        changed = []
        for k in range(first, len(values), 2):
            for frame in (1 / n, -1 / n):
                changed += [_plus(values, (k + 1, frame)), _plus(values, (k, frame), (k + 1, -frame))]
        if first:
            more = 2 if free.job.cycle and free.job.cycle.mirrored else 1
            for frames in (more, -more):
                other = _plus(values, (0, frames / free.job.timing.fps))
                as_many = other.copy()  # frames of each phase
                as_many[first + 1 :: 2] *= n / (n + frames)
                changed += [other, as_many]
        for other in changed:
            other = snapped(free, other)
            if not np.allclose(other, values):
                yield other


def _is_better(outcome: Outcome, best: Outcome, worth: float = 0.0) -> bool:
    """Whether an outcome's merit is below the best one's by a relative gain."""
    before, after = best.merit, outcome.merit
    return after is not None and before is not None and after < before - worth * abs(before)


def _plus(values: Array, *changes: tuple[int, float]) -> Array:
    values = values.copy()
    for index, amount in changes:
        values[index] += amount
    return values


def _stretched(job: Job, longer: float) -> Job:
    """The job with the same frames, its length and, in a cycle, its translation scaled."""
    timing, cycle = job.timing, job.cycle
    if cycle:
        x, y, z = cycle.translation
        cycle = replace(cycle, translation=(longer * x, longer * y, longer * z))
    timing = replace(timing, length=longer * timing.length, fps=timing.fps / longer)
    return replace(job, timing=timing, cycle=cycle)
