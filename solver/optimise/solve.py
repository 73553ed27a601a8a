"""From a job to its solution."""

import time
from collections.abc import Callable
from dataclasses import replace

from ..arrays import Array
from ..job.basis import Spline
from ..job.job import Job
from ..messages import Sink, Status
from ..problem.formulate import formulate
from ..problem.guess.first_guess import first_guess
from ..problem.problem import Problem
from ..sentence import Sentence
from ..verify.violation import Violation
from ..wording.violations import why_unsolved
from .conflicts import gives
from .fallback import Fallback, examine, fall_back, follow
from .infeasibility_bounds import impossible
from .search import Search, is_solved
from .solution import Solution
from .spline_refinement import refine_splines
from .start import Start

NO_RESULT = "The constraints conflict."  # said where no motion can be, which foresight proves
NOT_FOUND = "No motion was found that meets all constraints."


def solve(
    job: Job,
    *,
    tell: Sink,
    cancelled: Callable[[], bool],
    start: Start | None = None,
    start_alone: bool = False,
) -> Solution:
    """Solves a job: from a motion like it if there is one, else from a first guess and on up the ladder.

    Args:
        job: what to find.
        tell: takes progress and previews.
        cancelled: asked at each iteration; True stops and keeps the best so far.
        start: a neighbour's motion.
        start_alone: tries nothing besides, since the ladder has been climbed in vain before (curves climb again).

    Raises:
        InputError: the job does not fit together.
    """
    began = time.perf_counter()
    tell(Status(f"Setting up '{job.name}'"))
    problem = formulate(job, like=start.like if start else None)
    formulated = time.perf_counter()
    guess = _Guess(problem)
    search, known = Search(problem, tell, cancelled), impossible(problem)
    if known:
        tell(Status.of(Sentence.of("There is no solution: ", why_unsolved(known))))
    climbed = (
        _attempted(search, guess(), known)
        if known
        else _climbed(search, guess, start, start_alone=start_alone)
    )
    solved = is_solved(climbed.result) and not climbed.conflicts
    is_vain = bool(climbed.conflicts) and (climbed.is_certain or search.seconds_left > 0)
    return Solution(
        problem=problem,
        x=climbed.x,
        solved=solved,
        cancelled=search.is_cancelled,
        status=_status(climbed, known),
        iterations=max(search.iterations, 0),
        seconds={
            "formulate": formulated - began,
            "first_guess": guess.seconds,
            "optimise": time.perf_counter() - formulated - guess.seconds,
            "callbacks": search.callback_seconds,
        },
        multipliers=climbed.result.multipliers if solved else None,
        rung=climbed.rung,
        conflicts=_given(problem, climbed) if is_vain and not (solved or search.is_cancelled) else (),
    )


def _status(climbed: Fallback, known: tuple[Violation, ...]) -> str:
    if known:
        return NO_RESULT
    return NOT_FOUND if climbed.conflicts and climbed.is_certain else climbed.result.message


def _given(problem: Problem, climbed: Fallback) -> tuple[Violation, ...]:
    """What gives at the closest attempt, in which frames."""
    told = climbed.conflicts
    if any(each.frames for each in told):
        return told
    return (*told, *gives(problem, climbed.x))


def _climbed(
    search: Search, guess: Callable[[], Array], start: Start | None, *, start_alone: bool
) -> Fallback:
    """The job's way: curves, or values per frame."""
    basis = search.problem.transcription.job.basis
    if isinstance(basis, Spline):
        return refine_splines(search, basis, guess, start)
    if start is not None and start_alone:
        return follow(search, start)
    return fall_back(search, guess, start)


class _Guess:
    """The first guess, worked out when it is asked for: a warm start does without."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self.seconds = problem, 0.0

    def __call__(self) -> Array:
        start = time.perf_counter()
        guess = first_guess(self._problem.transcription)
        self.seconds += time.perf_counter() - start
        return guess


def _attempted(search: Search, guess: Array, known: tuple[Violation, ...]) -> Fallback:
    """The closest attempt at a job that has no solution."""
    attempt = examine(search, None, guess)
    return replace(attempt, conflicts=(*known, *attempt.conflicts))
