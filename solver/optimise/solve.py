"""From a job to its solution."""

import time
from collections.abc import Callable
from dataclasses import replace

from ..arrays import Array
from ..job.basis import Spline
from ..job.job import Job
from ..messages import Message, Progress, Sink, Status
from ..problem.formulate import formulate
from ..problem.guess.first_guess import first_guess
from ..problem.problem import Problem
from ..sentence import Sentence
from ..verify.violation import Violation
from ..wording.violations import why_unsolved
from .coarser import at_knots
from .conflicts import gives
from .fallback import Fallback, examine, fall_back, follow
from .infeasibility_bounds import impossible
from .search import Search, is_solved
from .solution import Solution
from .spline_refinement import refine_splines
from .start import Start

NO_RESULT = "The constraints conflict."  # of what infeasibility_bounds.py proves


def solve(
    job: Job,
    *,
    tell: Sink,
    cancelled: Callable[[], bool],
    start: Start | None = None,
    start_alone: bool = False,
    like: Problem | None = None,
) -> Solution:
    """Solves a job: from a motion like it if there is one, else from a first guess, with fallback strategies.

    A drawn motion of more frames than people need to move is found at these first, and then at all of them.

    Args:
        job: what to find.
        tell: takes progress and previews.
        cancelled: asked at each iteration; True stops and keeps the best so far.
        start: a neighbour's motion.
        start_alone: tries nothing besides, as all strategies have failed before (curves try them again).
        like: another job's problem, of which all that both have alike is shared; None: the start's, if any.

    Raises:
        InputError: the job does not fit together.
    """
    knots = at_knots(job) if start is None else None
    if knots is not None:
        return _at_knots_first(job, knots, tell, cancelled)
    if start is not None:
        like = like or start.like
    return _solve(job, tell, cancelled, start, start_alone=start_alone, like=like)


def _at_knots_first(job: Job, knots: Job, tell: Sink, cancelled: Callable[[], bool]) -> Solution:
    """The motion at all frames, or at its knots alone where no more is found within the time."""
    began = time.perf_counter()
    found = _solve(knots, tell, cancelled)
    if not found.solved:
        return found

    def is_over() -> bool:
        return cancelled() or time.perf_counter() - began > job.options.time_limit

    def tell_on(message: Message) -> None:
        tell(_after(message, found) if isinstance(message, Progress) else message)

    start = Start(found.problem.transcription, found.x, is_explained=True)
    whole = _solve(job, tell_on, is_over, start, start_alone=True)
    if not whole.solved:
        return found
    seconds = {stage: spent + whole.seconds[stage] for stage, spent in found.seconds.items()}
    return replace(whole, iterations=found.iterations + whole.iterations, seconds=seconds)


def _after(progress: Progress, found: Solution) -> Progress:
    """The progress of a solve that goes on from another's solution."""
    iteration, seconds = found.iterations + progress.iteration, found.seconds["optimise"] + progress.seconds
    return replace(progress, iteration=iteration, seconds=seconds, is_refined=True)


def _solve(
    job: Job,
    tell: Sink,
    cancelled: Callable[[], bool],
    start: Start | None = None,
    *,
    start_alone: bool = False,
    like: Problem | None = None,
) -> Solution:
    """The same with the job's own frames alone."""
    began = time.perf_counter()
    tell(Status(f"Setting up '{job.name}'"))
    problem = formulate(job, like=like, transcription=start.of_job(job) if start is not None else None)
    formulated = time.perf_counter()
    guess = _Guess(problem)
    search, known = Search(problem, tell, cancelled), impossible(problem)
    if known:
        tell(Status.of(Sentence.of("There is no solution: ", why_unsolved(known))))
    found = (
        _attempted(search, guess(), known) if known else _found(search, guess, start, start_alone=start_alone)
    )
    solved = is_solved(found.result) and not found.conflicts
    is_vain = bool(found.conflicts) and (found.is_certain or search.seconds_left > 0)
    return Solution(
        problem=problem,
        x=found.x,
        solved=solved,
        cancelled=search.is_cancelled,
        status=NO_RESULT if known else found.status,
        iterations=max(search.iterations, 0),
        seconds={
            "formulate": formulated - began,
            "first_guess": guess.seconds,
            "optimise": time.perf_counter() - formulated - guess.seconds,
            "callbacks": search.callback_seconds,
        },
        multipliers=found.result.multipliers if solved else None,
        halfway=found.result.halfway if solved else None,
        strategy=found.strategy,
        conflicts=_given(problem, found) if is_vain and not (solved or search.is_cancelled) else (),
    )


def _given(problem: Problem, found: Fallback) -> tuple[Violation, ...]:
    """What gives at the closest attempt, in which frames."""
    told = found.conflicts
    if any(each.frames for each in told):
        return told
    return (*told, *gives(problem, found.x))


def _found(search: Search, guess: Callable[[], Array], start: Start | None, *, start_alone: bool) -> Fallback:
    """With curves, or with values per frame."""
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
