"""One candidate of a search, solved without fallback strategies or abandoned."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..job.job import Job
from ..messages import Message, Progress
from ..problem.formulate import formulate
from ..problem.guess.first_guess import first_guess
from ..problem.problem import Problem
from ..problem.timing.free_timings import merit
from .infeasibility_bounds import impossible
from .ipopt import Result
from .recipe import COLD, NEAR, WARM
from .resample import resample
from .search import Search, is_solved
from .start import Start

NEARLY_PHYSICAL = 1e-3  # scaled violation below which an iterate's objective is meaningful
# iterations, and a violation at that point from which no trial ever recovered
LATE = (25, 0.5), (40, 0.01)

Rank = tuple[int, float]
SOLVED, UNSOLVED, IMPOSSIBLE = range(3)


@dataclass(frozen=True, eq=False)
class Trial:
    """A candidate.

    Attributes:
        job: with its timings.
        start: a similar motion; None: the initial guess.
        iterations: limit after which it is abandoned.
        merit_limit: merit above which it is abandoned once it is nearly physical.
    """

    job: Job
    start: Start | None
    iterations: int
    merit_limit: float = np.inf


@dataclass(frozen=True, eq=False)
class Outcome:
    """Outcome of a trial.

    Attributes:
        rank: for comparison: outcomes with a motion come first, by merit, then those without, by violation, then
            impossible ones.
        start: the motion, as a start for others; None if there is none.
        iterations: of the optimizer.
    """

    rank: Rank
    start: Start | None = None
    iterations: int = 0

    @property
    def is_solved(self) -> bool:
        """Whether there is a motion."""
        return self.rank[0] == SOLVED

    @property
    def merit(self) -> float | None:
        """Objective of the motion, per second in a cycle."""
        return self.rank[1] if self.is_solved else None


INFEASIBLE_OUTCOME = Outcome((IMPOSSIBLE, 0.0))
NOTHING = Outcome((UNSOLVED, np.inf))


def attempt(trial: Trial, cancelled: Callable[[], bool] = lambda: False) -> Outcome:
    """Solves a trial within its limits; an inconsistent job is impossible."""
    try:
        problem = formulate(trial.job)
    except InputError:
        return INFEASIBLE_OUTCOME
    if impossible(problem):
        return INFEASIBLE_OUTCOME
    limit = _Limit(trial.merit_limit / (_halves(trial.job) * merit(trial.job, 1.0)), cancelled)
    search = Search(problem, limit.receive, limit.is_reached)
    result = _run(search, problem, trial)
    if not is_solved(result):
        return Outcome((UNSOLVED, limit.least), None, result.iterations)
    start = Start(problem.transcription, result.x, result.multipliers, result.halfway, problem.structure)
    return Outcome((SOLVED, _merit(problem, result.x)), start, result.iterations)


def _run(search: Search, problem: Problem, trial: Trial) -> Result:
    if trial.start is None:
        return search.run(
            "", problem, first_guess(problem.transcription), iterations=trial.iterations, recipe=COLD
        )
    multipliers, x = trial.start.multipliers_for(problem), resample(trial.start, problem.transcription)
    recipe = NEAR if multipliers is None else WARM
    return search.run("", problem, x, iterations=trial.iterations, multipliers=multipliers, recipe=recipe)


def _merit(problem: Problem, x: Array) -> float:
    job = problem.transcription.job
    return merit(job, _halves(job) * problem.value(x))


def _halves(job: Job) -> int:
    """Number of solved parts in the cycle: 2 if mirrored, else 1."""
    return 2 if job.cycle and job.cycle.mirrored else 1


class _Limit:
    """Abandons a trial that is too bad or too slow, and records the smallest violation that it reached."""

    def __init__(self, merit_limit: float, cancelled: Callable[[], bool]) -> None:
        self._merit_limit, self._cancelled = merit_limit, cancelled
        self._is_hopeless, self.least = False, np.inf

    def receive(self, message: Message) -> None:
        if isinstance(message, Progress):
            self.least = min(self.least, message.violation)
            is_late = any(message.iteration >= at and self.least > most for at, most in LATE)
            is_worse = message.violation < NEARLY_PHYSICAL and message.objective > self._merit_limit
            self._is_hopeless = is_late or is_worse

    def is_reached(self) -> bool:
        return self._is_hopeless or self._cancelled()
