"""Spacetime windows: an interval and some degrees of freedom, solved again within a longer motion.

Cohen 1992, sections 3 and 4.2. Everything outside the window stays. The adjacent frames enter its equations of
motion, so that position and velocity are continuous across its edges, and jumps of the acceleration are penalized.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np

from ..arrays import Array, Flags, Indices
from ..character.validation import known_name
from ..errors import InputError
from ..job.job import Objective
from ..messages import Sink
from ..problem.objectives.squares import Squares
from ..problem.objectives.table import SQUARES, squares_of
from ..problem.objectives.weighted_sum import WeightedSum
from ..problem.problem import Problem
from ..problem.transcription import Transcription
from ..sentence import Sentence
from .ipopt import NO_DIRECTION, TOO_FEW_UNKNOWNS
from .recipe import WINDOW
from .search import Search, is_solved
from .solution import Solution
from .subproblem import Subproblem
from .window_edges import edge_penalty

STRATEGY = "window"
NO_FRAME = -1  # frame of an unknown of the whole motion
TOO_TIGHT = "The window has too little freedom; include more frames or degrees of freedom."


@dataclass(frozen=True)
class Window:
    """A part of spacetime.

    Attributes:
        first: first frame whose motion may change.
        last: last such frame, included; in a cycle it may lie before ``first``, past the clip's end.
        dofs: names of the degrees of freedom that may change; None: all. Torques and contact forces are always free.
        is_blind: whether the motion after ``last`` is unknown and ignored (Cohen's cat).
    """

    first: int
    last: int
    dofs: tuple[str, ...] | None = None
    is_blind: bool = False


def solve_window(
    problem: Problem,
    x: Array,
    window: Window,
    *,
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Solution:
    """Solves a window of a motion again.

    Args:
        problem: with the constraints and objective of the window, possibly not those that led to x.
        x: (size,) its unknowns, which stay outside the window.
        window: that may change.
        send: takes progress and previews.
        cancelled: called at each iteration.

    Raises:
        InputError: the window does not fit the problem.
    """
    return _solve(problem, x, window, Search(problem, send, cancelled))


def solve_windows(
    problem: Problem,
    x: Array,
    schedule: Sequence[Window],
    *,
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
    before: Callable[[Problem, Window], Problem] = lambda problem, _: problem,
) -> Solution:
    """Solves windows in turn, each in the motion left by the one before; overlapping ones cover the clip.

    Args:
        problem: of the motion.
        x: (size,) its unknowns.
        schedule: the windows in order.
        send: takes progress and previews.
        cancelled: called at each iteration.
        before: modifies a window's problem before it is solved, for example to follow the mouse.

    Raises:
        InputError: a window does not fit the problem.
    """
    search, solution = Search(problem, send, cancelled), None
    for window in schedule:
        solution = _solve(before(problem, window), x, window, search)
        x = solution.x
        if search.is_over or not solution.solved:
            break
    if solution is None:
        raise InputError("a schedule needs at least one window", field="schedule")
    return replace(solution, problem=problem)


def overlapping(n_frames: int, *, length: int, advance: int, is_blind: bool = False) -> tuple[Window, ...]:
    """Windows of ``length`` frames, each ``advance`` frames after the one before, over frames 1 to the last.

    The first frame stays.
    """
    starts = range(1, max(n_frames - length, 1) + advance, advance)
    windows = [Window(s, min(s + length - 1, n_frames - 1), None, is_blind) for s in starts]
    ends = [k for k, (a, b) in enumerate(pairwise(windows)) if a.last == b.last]
    return tuple(windows[: ends[0] + 1] if ends else windows)


def restrict(problem: Problem, x: Array, window: Window) -> Subproblem:
    """The NLP of a window.

    Args:
        problem: of the motion.
        x: (size,) its unknowns, which stay outside the window.
        window: that may change.

    Raises:
        InputError: the window does not fit the problem.
    """
    transcription = problem.transcription
    motion, frames = _frames(transcription, window), frame_of(transcription)
    free = np.zeros(problem.size, bool)
    free[transcription.variables.q[np.ix_(motion, _dofs(transcription, window))]] = True
    if window.is_blind:
        if transcription.timeline.cycle is not None:
            raise InputError("expected an open clip for a blind window, found a cycle", field="window")
        future = frames > window.last
        row, column = problem.jacobian_pattern
        left_out = np.zeros(len(problem.g_lower), bool)
        left_out[row[future[column]]] = True
        besides = [(-1.0, _unseen(problem, future))]
    else:
        left_out, besides = None, []
    free |= _answers(problem, free, frames)
    edges = edge_penalty(problem, x, motion, free=free, frames=frames, is_blind=window.is_blind)
    near = problem.near(x, window.first, window.last)
    return Subproblem(near, x, free, left_out=left_out, besides=[*besides, (1.0, edges)])


def frame_of(transcription: Transcription) -> Indices:
    """(size,) frame of each unknown; ``NO_FRAME`` for those of the whole motion."""
    variables, frames = transcription.variables, np.empty(transcription.variables.size, np.intp)
    frames[variables.q] = np.arange(transcription.timeline.n_frames)[:, None]
    frames[variables.torque] = transcription.timeline.dynamic[:, None]
    frames[variables.force] = variables.force_frame[:, None]
    frames[variables.moment] = variables.moment_frame
    frames[variables.pull] = variables.pull_frame[:, None]
    frames[variables.peak] = NO_FRAME
    frames[variables.weight] = np.arange(variables.weight.shape[1]) % transcription.timeline.n_frames
    return frames


def _solve(problem: Problem, x: Array, window: Window, search: Search) -> Solution:
    part = restrict(problem, x, window)
    text = Sentence.of(
        "Solving ", problem.transcription.when(window.first), " to ", problem.transcription.when(window.last)
    )
    result = search.run(
        text, part, part.start, iterations=problem.transcription.job.options.max_iterations,
        unknowns=part.unknowns, judged=False, recipe=WINDOW,
    )  # fmt: skip
    if result.status == TOO_FEW_UNKNOWNS:
        raise InputError(
            f"the window's {part.size} unknowns cannot meet its {len(part.rows)} constraints; "
            "give it more frames or more degrees of freedom",
            field="window",
        )
    solved = is_solved(result)
    return Solution(
        problem=problem,
        x=part.unknowns(result.x) if solved else x,
        solved=solved,
        cancelled=search.is_cancelled,
        status=TOO_TIGHT if result.status == NO_DIRECTION else result.message,
        iterations=max(search.iterations, 0),
        seconds={"optimise": search.seconds, "callbacks": search.callback_seconds},
        strategy=STRATEGY,
        unfinished=not (solved or search.is_cancelled) and search.is_over,
    )


def _frames(transcription: Transcription, window: Window) -> Indices:
    n_frames, cyclic = transcription.timeline.n_frames, transcription.timeline.cycle is not None
    for name, frame in (("first", window.first), ("last", window.last)):
        if not 0 <= frame < n_frames:
            raise InputError(
                f"expected a frame from 0 to {n_frames - 1}, found {frame}", field=f"window.{name}"
            )
    if window.first > window.last and not cyclic:
        raise InputError(f"the first frame {window.first} is after the last {window.last}", field="window")
    length = (window.last - window.first) % n_frames + 1
    return (window.first + np.arange(length)) % n_frames


def _dofs(transcription: Transcription, window: Window) -> Indices:
    names = transcription.tree.names
    if window.dofs is None:
        return np.arange(len(names))
    for name in window.dofs:
        known_name(name, names, "window.dofs", "degree of freedom")
    return np.array([names.index(name) for name in window.dofs], np.intp)


def _answers(problem: Problem, free: Flags, frames: Indices) -> Flags:
    """(size,) torques and forces at frames whose equations of motion contain a free coordinate, and all peaks."""
    row, column = problem.motion.jacobian_pattern
    transcription = problem.transcription
    answering = np.zeros(transcription.timeline.n_frames, bool)
    answering[transcription.timeline.dynamic[row[free[column]] // transcription.tree.n]] = True
    answers = answering[frames]
    answers[transcription.variables.q] = False
    answers[transcription.variables.peak] = True
    return answers


def _unseen(problem: Problem, future: Flags) -> WeightedSum:
    """The part of the job's sums of squares that depends on the future."""
    transcription = problem.transcription
    sums = [o for o in transcription.job.objectives if type(o) in SQUARES]
    return WeightedSum(sums, transcription, partial(_unseen_rows, future=future))


def _unseen_rows(objective: Objective, transcription: Transcription, *, future: Flags) -> Squares:
    """The rows of an objective that depend on the future."""
    s = squares_of(objective, transcription).without_constants()
    unknown = np.zeros(len(s.target), bool)
    unknown[s.row[future[s.column]]] = True
    index, kept = np.cumsum(unknown) - 1, unknown[s.row]
    return Squares(index[s.row[kept]], s.column[kept], s.value[kept], s.target[unknown])
