"""From a job to its solution."""

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..messages import Iterate, Progress, Sink, Status
from ..problem.first_guess import first_guess
from ..problem.formulate import formulate
from ..problem.job import Job, SolverOptions
from ..problem.problem import Problem
from .ipopt import OK, STOPPED, Iteration, Option, minimise
from .solution import Solution

Array = NDArray[np.float64]

PREVIEW_PERIOD = 0.1  # s between previews
FEASIBLE = 1e-6  # scaled violation below which motions are compared by their objective


def solve(job: Job, *, tell: Sink, cancelled: Callable[[], bool]) -> Solution:
    """Solves a job with IPOPT from a kinematic first guess.

    Args:
        job: what to find.
        tell: takes progress and previews.
        cancelled: asked at each iteration; True stops and keeps the best so far.

    Raises:
        InputError: the job does not fit together.
    """
    start = time.perf_counter()
    tell(Status(f"Setting up '{job.name}'"))
    problem = formulate(job)
    formulated = time.perf_counter()
    guess = first_guess(problem.setting)
    guessed = time.perf_counter()
    tell(
        Status(f"Looking for the motion: {problem.setting.timeline.n_frames} frames, {problem.size} unknowns")
    )
    watch = _Watch(problem, tell, cancelled)
    result = minimise(problem, guess, options(job.options), watch)
    seconds = {
        "formulate": formulated - start,
        "first_guess": guessed - formulated,
        "optimise": time.perf_counter() - guessed,
        "callbacks": result.callback_seconds,
    }
    solved = result.status == OK
    return Solution(
        problem=problem,
        x=result.x if solved else watch.best(result.x),
        solved=solved,
        cancelled=result.status == STOPPED,
        status=result.message,
        iterations=result.iterations,
        seconds=seconds,
    )


def options(chosen: SolverOptions) -> dict[str, Option]:
    """IPOPT's options for a cold start; adaptive mu halves the iterations of the monotone default."""
    return {
        "print_level": 0,
        "sb": "yes",
        "linear_solver": "mumps",
        "mu_strategy": "adaptive",
        "tol": chosen.tolerance,
        "constr_viol_tol": FEASIBLE,
        "acceptable_iter": 0,  # stop at the tolerance or not at all
        "max_iter": chosen.max_iterations,
        "max_wall_time": chosen.time_limit,
    }


class _Watch:
    """Sees every iterate: reports it, keeps the best, and says when to stop."""

    def __init__(self, problem: Problem, tell: Sink, cancelled: Callable[[], bool]) -> None:
        self._problem, self._tell, self._cancelled = problem, tell, cancelled
        self._start = self._shown = time.perf_counter()
        self._best: tuple[tuple[float, float], Array] | None = None

    def __call__(self, iteration: Iteration) -> bool:
        now = time.perf_counter()
        score = (max(iteration.infeasibility, FEASIBLE), iteration.objective)
        if self._best is None or score < self._best[0]:
            self._best = (score, iteration.x)
        seconds = now - self._start
        self._tell(Progress(iteration.number, iteration.objective, iteration.infeasibility, seconds))
        if now - self._shown >= PREVIEW_PERIOD or iteration.number == 0:
            self._shown = now
            q = np.round(iteration.x[self._problem.setting.variables.q], 4)
            self._tell(Iterate(iteration.number, tuple(map(tuple, q.tolist()))))
        return not self._cancelled()

    def best(self, last: Array) -> Array:
        """Unknowns of the best iterate: the least violation, then the least objective."""
        return last if self._best is None else self._best[1]
