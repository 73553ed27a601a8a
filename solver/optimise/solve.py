"""Solves a job."""

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
from .conflicts import violations_at
from .fallback import Fallback, examine, fall_back, follow
from .infeasibility_bounds import impossible
from .search import Search, is_solved
from .solution import Solution
from .spline_refinement import refine_splines
from .start import Start

NO_RESULT = "The constraints conflict."  # proved by infeasibility_bounds.py


def solve(
    job: Job,
    *,
    send: Sink,
    cancelled: Callable[[], bool],
    start: Start | None = None,
    start_alone: bool = False,
    like: Problem | None = None,
) -> Solution:
    """Solves a job from a similar motion, or from an initial guess with fallback strategies.

    A drawn motion with more frames than human motion needs is solved with fewer frames first.

    Args:
        job: what to find.
        send: takes progress and previews.
        cancelled: called at each iteration; True stops and keeps the best so far.
        start: a neighbor's motion.
        start_alone: whether to try no other strategy, because all have failed before (splines try them again).
        like: similar problem whose unchanged parts are shared; None: that of the start, if any.

    Raises:
        InputError: the job is inconsistent.
    """
    knots = at_knots(job) if start is None else None
    if knots is not None:
        return _at_knots_first(job, knots, send, cancelled)
    formulation = _Formulation(job, send, start, like)
    return _solve(formulation, send, cancelled, start, start_alone=start_alone)


def _at_knots_first(job: Job, knots: Job, send: Sink, cancelled: Callable[[], bool]) -> Solution:
    """Solves at the knots, then from there at all frames; returns the motion at the knots if the latter fails."""
    began = time.perf_counter()
    coarse = _solve(_Formulation(knots, send), send, cancelled)
    if not coarse.solved:
        return coarse

    def is_over() -> bool:
        return cancelled() or time.perf_counter() - began > job.options.time_limit

    def send_total(message: Message) -> None:
        send(continued(message, coarse) if isinstance(message, Progress) else message)

    start = Start(coarse.problem.transcription, coarse.x, is_explained=True)
    fine = _solve(_Formulation(job, send_total, start), send_total, is_over, start, start_alone=True)
    if not fine.solved:
        return coarse
    return fine.after(coarse)


def continued(progress: Progress, earlier: Solution) -> Progress:
    """The progress of a solve that continues from an earlier solution, in total."""
    spent = earlier.seconds["first_guess"] + earlier.seconds["optimise"]
    return replace(
        progress,
        iteration=earlier.iterations + progress.iteration,
        seconds=spent + progress.seconds,
        is_refined=True,
    )


class _Formulation:
    """A job's problem, and the time that its formulation took.

    Args:
        job: to formulate.
        send: takes the status.
        start: a neighbor's motion, whose problem's parts are shared.
        like: a similar problem, whose parts are shared instead.
    """

    def __init__(self, job: Job, send: Sink, start: Start | None = None, like: Problem | None = None) -> None:
        began = time.perf_counter()
        send(Status(f"Setting up '{job.name}'"))
        transcription = None if start is None else start.of_job(job)
        like = like or (None if start is None else start.like)
        self.problem = formulate(job, like=like, transcription=transcription)
        self.seconds = time.perf_counter() - began


def _solve(
    formulation: _Formulation,
    send: Sink,
    cancelled: Callable[[], bool],
    start: Start | None = None,
    *,
    start_alone: bool = False,
) -> Solution:
    """Solution of a formulated problem."""
    began, problem = time.perf_counter(), formulation.problem
    guess = _Guess(problem)
    search, proofs = Search(problem, send, cancelled), impossible(problem)
    if proofs:
        send(Status.of(Sentence.of("There is no solution: ", why_unsolved(proofs))))
        outcome = _attempted(search, guess(), proofs)
    else:
        outcome = _outcome(search, guess, start, start_alone=start_alone)
    solved = is_solved(outcome.result) and not outcome.conflicts
    is_refuted = bool(outcome.conflicts) and (outcome.is_certain or search.seconds_left > 0)
    return Solution(
        problem=problem,
        x=outcome.x,
        solved=solved,
        cancelled=search.is_cancelled,
        status=NO_RESULT if proofs else outcome.status,
        iterations=max(search.iterations, 0),
        seconds={
            "formulate": formulation.seconds,
            "first_guess": guess.seconds,
            "optimise": time.perf_counter() - began - guess.seconds,
            "callbacks": search.callback_seconds,
        },
        multipliers=outcome.result.multipliers if solved else None,
        halfway=outcome.result.halfway if solved else None,
        strategy=outcome.strategy,
        conflicts=_conflicts(problem, outcome) if is_refuted and not (solved or search.is_cancelled) else (),
        unfinished=not (solved or search.is_cancelled) and search.is_over,
    )


def _conflicts(problem: Problem, outcome: Fallback) -> tuple[Violation, ...]:
    """Conflicts of an outcome, with the violations of its closest attempt unless they already have frames."""
    if any(each.frames for each in outcome.conflicts):
        return outcome.conflicts
    return (*outcome.conflicts, *violations_at(problem, outcome.x))


def _outcome(
    search: Search, guess: Callable[[], Array], start: Start | None, *, start_alone: bool
) -> Fallback:
    """Solves with splines, or with values per frame."""
    basis = search.problem.transcription.job.basis
    if isinstance(basis, Spline):
        return refine_splines(search, basis, guess, start)
    if start is not None and start_alone:
        return follow(search, start)
    return fall_back(search, guess, start)


class _Guess:
    """The initial guess, computed on demand: a warm start does not need it."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self.seconds = problem, 0.0

    def __call__(self) -> Array:
        start = time.perf_counter()
        guess = first_guess(self._problem.transcription)
        self.seconds += time.perf_counter() - start
        return guess


def _attempted(search: Search, guess: Array, proofs: tuple[Violation, ...]) -> Fallback:
    """The closest attempt at a job that has no solution."""
    attempt = examine(search, None, guess)
    return replace(attempt, conflicts=(*proofs, *attempt.conflicts))
