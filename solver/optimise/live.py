"""The motion of a job during editing: every edit continues from the result of the last one.

A real-time iteration (Diehl, Bock & Schloeder 2005, "A real-time iteration scheme for nonlinear optimization in
optimal feedback control"): the first step from the last unknowns and multipliers is a predictor and is shown at once;
further steps follow until a newer edit arrives. An edit of a few frames is first solved in a spacetime window around
them (Cohen 1992), so that the response does not take longer in a longer clip; the other frames follow.
"""

import time
from collections.abc import Callable, Iterator

from ..job.basis import PER_FRAME
from ..job.job import Job
from ..mechanics.tree import Tree
from ..messages import Iterate, Message, Sink, Status
from ..problem.formulate import formulate
from ..problem.problem import Problem
from .blind_spots import blind_spots
from .edited_window import edited_window, search_within
from .interior_start import interior_start
from .ipopt import Result
from .multipliers import Multipliers, PrimalDual
from .preview import preview
from .recipe import FOLLOWED
from .resample import resample
from .search import Search, is_solved
from .solution import Solution
from .solve import solve
from .start import Start
from .transferred_multipliers import transferred_multipliers

STRATEGY = "live edit"
FOLLOWING, FOLLOWING_BESIDE = "Following the edit", "Following the edit in all frames"
PREDICTOR = 1  # first iteration to be shown, which is never canceled
PREVIEW_PERIOD = 0.0  # s; every iterate is shown, because the second is often close to the motion
ITERATIONS = 40  # a small drag takes 4 to 13, a contact that moves by a frame 14 to 29


class LiveMotion:
    """The last problem, and the state of its optimization."""

    def __init__(self) -> None:
        self._solved: Start | None = None
        self._reached: Start | None = None  # by an edit interrupted by a newer one

    @classmethod
    def after(cls, solved: Start) -> "LiveMotion":
        """Continues from a solved motion."""
        live = cls()
        live._solved = solved
        return live

    def follow(self, job: Job, *, send: Sink, cancelled: Callable[[], bool]) -> Solution:
        """Finds the motion of an edited job.

        Without a similar motion, or if continuing from it fails, solves the job like any other; the motion shown last
        then stays on display.

        Args:
            job: after an edit.
            send: takes progress and previews.
            cancelled: called at each iteration after the predictor; True leaves the rest to the next edit.

        Raises:
            InputError: the job is inconsistent.
        """
        if self._solved is not None and Tree(job.character).names != self._solved.transcription.tree.names:
            self._solved = self._reached = None  # another character
        for start in self._starts(job):
            solution = self._go_on(job, start, send, cancelled)
            if solution is not None:
                return solution
        return self._anew(job, send, cancelled)

    def _starts(self, job: Job) -> Iterator[Start]:
        """Candidates to continue from: the state of the last edit, then the last motion."""
        if job.basis == PER_FRAME:
            yield from (each for each in (self._reached, self._solved) if each is not None)

    def _go_on(self, job: Job, start: Start, send: Sink, cancelled: Callable[[], bool]) -> Solution | None:
        """Continues from a start with the same frames; None if they differ, or if that fails."""
        began = time.perf_counter()
        problem = formulate(job, like=start.like)
        multipliers, formulated = _multipliers(start, problem), time.perf_counter()
        if multipliers is None:
            return None
        search = Search(
            problem, send, lambda: search.iterations >= PREDICTOR and cancelled(),
            first_preview=PREDICTOR, preview_period=PREVIEW_PERIOD,
        )  # fmt: skip
        x = resample(start, problem.transcription)
        if start.structure != problem.structure:
            x = interior_start(problem, x)  # new unknowns may be on their bounds
        window = edited_window(start.like, problem, x) if start.like is not None else None
        within = search_within(search, window, x, multipliers) if window is not None else None
        result = within if search.is_stopped() else None
        if within is not None:
            x, multipliers = within.x, within.multipliers
        if result is None:
            result = search.run(
                FOLLOWING if within is None else FOLLOWING_BESIDE, problem, x,
                iterations=ITERATIONS, multipliers=multipliers, recipe=FOLLOWED,
            )  # fmt: skip
            if within is not None and not (is_solved(result) or search.is_cancelled):
                result = within
        if search.is_cancelled:
            self._reached = _start(problem, result)
        elif is_solved(result) and not blind_spots(problem, result.x):
            search.show_end(result.x)
            self._solved, self._reached = _start(problem, result), None
        else:
            self._reached = None
            return None
        return Solution(
            problem=problem,
            x=result.x,
            solved=not search.is_cancelled,
            cancelled=search.is_cancelled,
            status=result.message,
            iterations=search.iterations,
            seconds={
                "formulate": formulated - began,
                "first_guess": 0.0,
                "optimise": time.perf_counter() - formulated,
                "callbacks": search.callback_seconds,
            },
            multipliers=result.multipliers,
            strategy=STRATEGY,
        )

    def _anew(self, job: Job, send: Sink, cancelled: Callable[[], bool]) -> Solution:
        """Solves like any job, from the last motion first, without previews if a good one is on display."""
        known = self._solved
        if known is not None:
            send(Status("Solving the motion again"))
            send(preview(0, known.transcription, known.x))
            send = _without_previews(send)
        solution = solve(job, send=send, cancelled=cancelled, start=known)
        if solution.solved and solution.multipliers is not None:
            self._solved, self._reached = Start.of_solution(solution), None
        return solution


def _multipliers(start: Start, problem: Problem) -> Multipliers | None:
    """Multipliers of a start for a problem; None if they do not apply."""
    assert start.like is not None
    assert start.multipliers is not None
    same = start.multipliers_for(problem)
    return same if same is not None else transferred_multipliers(start.multipliers, start.like, problem)


def _start(problem: Problem, result: Result) -> Start:
    """Start for the next edit: on the central path, because an exact optimum is too close to its bounds."""
    central = result.central or PrimalDual(result.x, result.multipliers)
    return Start(
        problem.transcription, central.x, central.multipliers, result.halfway, problem.structure, like=problem
    )


def _without_previews(send: Sink) -> Sink:
    def forward(message: Message) -> None:
        if not isinstance(message, Iterate):
            send(message)

    return forward
