"""Successive runs of the optimizer on one job: progress, budgets, canceling, and the best motion."""

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..messages import Progress, Sink, Status
from ..problem.problem import Problem
from ..problem.rows.component import FEASIBLE
from ..sentence import Sentence
from .exact import LEAST_GAP, Scaled, is_exact
from .interior_start import interior_start
from .ipopt import (
    INFEASIBLE,
    NO_DIRECTION,
    OK,
    RESTORATION_FAILED,
    STOPPED,
    STUCK,
    Iteration,
    Option,
    Result,
    minimise,
)
from .linear_solver import solver_of
from .multipliers import Multipliers, PrimalDual
from .nlp import Nlp
from .objective_scale import objective_scale
from .preview import preview
from .recipe import COLD, FALLEN, HALFWAY_MU, Recipe, finer
from .warm_multipliers import with_nearby_bounds_raised

PREVIEW_PERIOD = 0.1  # s between previews
STALL = 40  # iterations in which the violation must fall by a tenth, unless it is small
SMALL = 1e-3  # scaled violation that never counts as a stall
EXACT_TRIES = 2  # attempts to make an optimum exact


class Search:
    """Runs the optimizer within the job's budgets and keeps the best motion of all runs.

    Args:
        problem: of the job.
        send: takes progress and previews; iterations are numbered across runs.
        cancelled: called at each iteration until it returns True.
        first_preview: iteration that is shown at once.
        preview_period: seconds between previews.

    Attributes:
        iterations: number of the last reported iteration.
        callback_seconds: spent in functions of problems.
        is_cancelled: whether the user has stopped it.
        is_stuck: whether the last run did not meet the constraints, which may be contradictory.
    """

    def __init__(
        self, problem: Problem, send: Sink, cancelled: Callable[[], bool],
        *, first_preview: int = 0, preview_period: float = PREVIEW_PERIOD,
    ) -> None:  # fmt: skip
        self.problem, self.send, self._cancelled = problem, send, cancelled
        self._first_preview, self._preview_period = first_preview, preview_period
        self._options = problem.transcription.job.options
        self._scale: dict[str, Option] = {"obj_scaling_factor": objective_scale(problem)}
        self._start = time.perf_counter()
        self._next_preview, self._shown = -np.inf, np.empty(0)  # time and unknowns
        self._best: tuple[tuple[float, float], Array] | None = None
        self.iterations, self.callback_seconds = -1, 0.0
        self.is_cancelled, self.is_stuck = False, False

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self._start

    @property
    def seconds_left(self) -> float:
        """Seconds left of the job's time limit."""
        return self._options.time_limit - self.seconds

    @property
    def iterations_left(self) -> int:
        """Iterations left of the job's limit."""
        return self._options.max_iterations - max(self.iterations, 0)

    @property
    def is_over(self) -> bool:
        """Whether a limit is reached or the user has stopped it."""
        return self.is_cancelled or self.seconds_left <= 0 or self.iterations_left <= 0

    def best(self, last: Array) -> Array:
        """Unknowns (size,) of the best iterate, by violation, then by objective; ``last`` if there is none."""
        return last if self._best is None else self._best[1]

    def run(
        self,
        strategy: str | Sentence,
        nlp: Nlp,
        start: Array,
        *,
        iterations: int,
        unknowns: Callable[[Array], Array] | None = lambda x: x,
        judged: bool = True,
        is_softened: bool = False,
        multipliers: Multipliers | None = None,
        recipe: Recipe = COLD,
        figures: str = "",
    ) -> Result:
        """One run of the optimizer.

        Args:
            strategy: shown to the user.
            nlp: to minimise.
            start: (n,) initial guess, n the size of the NLP.
            iterations: limit, besides that of the job.
            unknowns: converts an iterate to the job's unknowns for previews; None: no previews.
            judged: whether the iterates are motions of the job and may be its best.
            is_softened: whether the constraints are softened, which lifts the job's limit of iterations.
            multipliers: of a neighbor, to begin with.
            recipe: of the kind of start.
            figures: details for the log.
        """
        self.send(Status.of(Sentence.of(strategy), figures=figures))
        limit = iterations if is_softened else max(min(iterations, self.iterations_left), 0)
        grace = recipe.grace if limit == iterations else 0
        watch = _Watch(
            self, unknowns, judged, is_softened,
            limit=limit if grace else np.inf, falls_within=recipe.falls_within,
        )  # fmt: skip
        chosen = recipe.options(self._options) | {
            "max_iter": limit + grace,
            "max_wall_time": max(self.seconds_left, 1e-3),
            "constr_viol_tol": FEASIBLE if recipe.gap is None else self.problem.feasible,
            **({} if is_softened else self._scale),
        }
        if recipe.push:
            start = interior_start(nlp, start, recipe.push)
        if multipliers is not None:
            multipliers = with_nearby_bounds_raised(nlp, start, multipliers)
        tried = watch.look_ahead if recipe.accepts_all else _ignore
        result = minimise(
            nlp, start, chosen, watch, multipliers, tried=tried, straight=recipe.straight, barrier=HALFWAY_MU
        )
        self.callback_seconds += result.callback_seconds
        if result.status == STOPPED and not self.is_cancelled:  # by _Watch
            result = replace(result, status=STUCK)
        if is_solved(result) and unknowns is not None and not is_softened and recipe.gap is not None:
            gap = recipe.gap * max(self._options.tolerance, LEAST_GAP)
            result = self._exact(nlp, result, unknowns, gap=gap, solver=solver_of(chosen))
        gave_up = result.status in (INFEASIBLE, RESTORATION_FAILED, NO_DIRECTION)
        self.is_stuck = not is_solved(result) and (gave_up or watch.least > SMALL)
        return result

    def _exact(
        self,
        nlp: Nlp,
        result: Result,
        unknowns: Callable[[Array], Array],
        *,
        gap: float,
        solver: dict[str, Option],
    ) -> Result:
        """An optimum to six digits, or unchanged if a few more iterations do not achieve that.

        Keeps the linear solver, because a second one would need as much memory again.
        """
        for _ in range(EXACT_TRIES):
            if is_exact(nlp, result.x, result.multipliers, gap=gap) or self.is_over:
                break
            scaled = Scaled.at(nlp, result.x)
            chosen = finer(self._options) | solver | self._scale
            chosen["max_wall_time"] = max(self.seconds_left, 1e-3)
            watch = _Watch(self, unknowns, judged=False, is_softened=False)
            better = minimise(scaled, result.x, chosen, watch, scaled.to_scaled(result.multipliers))
            self.callback_seconds += better.callback_seconds
            if not is_solved(better):
                break
            central = result.central or PrimalDual(result.x, result.multipliers)
            multipliers = scaled.from_scaled(better.multipliers)
            result = replace(better, multipliers=multipliers, central=central, halfway=result.halfway)
        return result

    def report(self, iteration: Iteration, watch: "_Watch") -> bool:
        """Reports an iterate; returns whether to continue."""
        now = time.perf_counter()
        self.iterations += 1
        # feasible iterates are compared by their objective
        score = (max(iteration.infeasibility, FEASIBLE), iteration.objective)
        if watch.judged and (self._best is None or score < self._best[0]):
            self._best = (score, iteration.x)
        seconds = now - self._start
        nearness = (iteration.objective, iteration.infeasibility, seconds, iteration.dual_infeasibility)
        self.send(Progress(self.iterations, *nearness, is_softened=watch.is_softened))
        self.show(self.iterations, iteration.x, watch)
        return not self.is_stopped()

    def is_stopped(self) -> bool:
        """Asks whether to stop, once per iteration."""
        self.is_cancelled = self.is_cancelled or self._cancelled()
        return self.is_cancelled

    def show(self, number: int, x: Array, watch: "_Watch") -> None:
        """Sends a preview of an iterate if one is due."""
        if watch.unknowns and number >= self._first_preview and time.perf_counter() >= self._next_preview:
            self._show(number, watch.unknowns(x))

    def show_end(self, x: Array) -> None:
        """Sends a preview of the unknowns (size,) at the end of a run."""
        self._show(self.iterations, x)

    def _show(self, number: int, x: Array) -> None:
        """Sends a preview unless it is the last one again."""
        if not np.array_equal(self._shown, x):
            self._next_preview, self._shown = time.perf_counter() + self._preview_period, x.copy()
            self.send(preview(number, self.problem.transcription, x))


class _Watch:
    """Watches one run: forwards every iterate and ends the run when it stalls."""

    def __init__(
        self, search: Search, unknowns: Callable[[Array], Array] | None, judged: bool, is_softened: bool,
        *, limit: float = np.inf, falls_within: int = 0,
    ) -> None:  # fmt: skip
        self._search, self.unknowns, self.judged, self.is_softened = search, unknowns, judged, is_softened
        self._limit, self._falls_within = limit, falls_within
        self._first = np.inf  # violation to begin with
        self.least, self._since, self._has_begun = np.inf, 0, False

    def look_ahead(self, x: Array) -> None:
        """Shows the next iterate before its derivatives are evaluated, if every step is accepted."""
        if self._has_begun:
            self._search.show(self._search.iterations + 1, x, self)

    def __call__(self, iteration: Iteration) -> bool:
        self._has_begun = True
        if iteration.infeasibility < 0.9 * self.least:
            self.least, self._since = iteration.infeasibility, iteration.number
        stalled = iteration.number - self._since > STALL and self.least > SMALL
        if iteration.number == 0:
            self._first = iteration.infeasibility
        is_far = iteration.number == self._falls_within > 0 and iteration.infeasibility > FALLEN * self._first
        is_late = iteration.number >= self._limit and iteration.infeasibility > SMALL
        return self._search.report(iteration, self) and not (stalled or is_late or is_far)


def _ignore(_: Array) -> None:
    """Does not show points that may be rejected."""


def is_solved(result: Result) -> bool:
    """Whether a result is an optimum."""
    return result.status == OK
