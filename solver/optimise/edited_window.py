"""The window of frames around an edit, from the differences between two problems."""

from dataclasses import replace

import numpy as np

from ..arrays import Array, Flags
from ..problem.problem import Problem
from .ipopt import Result
from .multipliers import Multipliers
from .recipe import HASTY
from .search import Search, is_solved
from .subproblem import Subproblem
from .window import NO_FRAME, Window, frame_of, restrict

REACH = 0.35  # s on either side of an edit in which the motion may change: a step, or a swing of an arm
SHARE = 0.3  # maximum fraction of a clip's frames: a larger window takes as long as the whole clip
ITERATIONS = 12  # a window that takes more has too little freedom
SAME = 1e-9  # smallest difference of a row, a bound or a slope that counts


def edited_window(old: Problem, new: Problem, x: Array) -> Window | None:
    """The frames affected by an edit and their surroundings; None if it affects all frames or none.

    An edit of the equations of motion, such as a change of gravity or of a cycle's speed, affects all frames.

    Args:
        old: the problem before the edit.
        new: the same problem after it.
        x: (size,) a motion.
    """
    timeline = new.transcription.timeline
    reach = max(round(REACH / timeline.step), 1)
    is_short = 2 * reach + 1 > SHARE * timeline.n_frames
    if is_short or timeline.mirror is not None or old.structure != new.structure:
        return None
    is_other, n_dynamic = _other_rows(old, new, x), len(new.motion.lower)
    if is_other[:n_dynamic].any():
        return None
    row, column = new.jacobian_pattern
    touched = _other_unknowns(old, new, x)
    touched[column[is_other[row]]] = True
    touched_frames = np.unique(frame_of(new.transcription)[touched])
    touched_frames = touched_frames[touched_frames != NO_FRAME]
    if not len(touched_frames):
        return None
    first, last = int(touched_frames[0]) - reach, int(touched_frames[-1]) + reach
    if last - first + 1 > SHARE * timeline.n_frames:
        return None
    if timeline.cycle is not None:
        return Window(first % timeline.n_frames, last % timeline.n_frames)
    return Window(max(first, 0), min(last, timeline.n_frames - 1))


def search_within(search: Search, window: Window, x: Array, multipliers: Multipliers) -> Result:
    """Follows an edit within a window while the motion around it stays.

    Args:
        search: of the edited problem.
        window: around the edit.
        x: (size,) motion before the edit.
        multipliers: of x.

    Returns:
        In the unknowns and rows of the whole problem; the state before the edit if the window has no solution.
    """
    part = restrict(search.problem, x, window)
    own = Multipliers(multipliers.rows[part.rows], multipliers.lower[part.free], multipliers.upper[part.free])
    found = search.run(
        "Following the edit", part, part.start, iterations=ITERATIONS, unknowns=part.unknowns, judged=False,
        multipliers=own, recipe=HASTY,
    )  # fmt: skip
    if not (is_solved(found) or search.is_cancelled):
        return replace(found, x=x, multipliers=multipliers)
    result = replace(
        found, x=part.unknowns(found.x), multipliers=_spliced(multipliers, found.multipliers, part)
    )
    search.show_end(result.x)
    return result


def _spliced(multipliers: Multipliers, inside: Multipliers, part: Subproblem) -> Multipliers:
    """Multipliers of a problem with those of a part replaced."""
    rows, lower, upper = multipliers.rows.copy(), multipliers.lower.copy(), multipliers.upper.copy()
    rows[part.rows], lower[part.free], upper[part.free] = inside.rows, inside.lower, inside.upper
    return Multipliers(rows, lower, upper)


def _other_rows(old: Problem, new: Problem, x: Array) -> Flags:
    """(R,) rows with different values or bounds."""
    return (
        _differ(old.constraints(x), new.constraints(x))
        | _differ(old.g_lower, new.g_lower)
        | _differ(old.g_upper, new.g_upper)
    )


def _other_unknowns(old: Problem, new: Problem, x: Array) -> Flags:
    """(size,) unknowns with different bounds, or a different slope of the objective."""
    return (
        _differ(old.gradient(x), new.gradient(x))
        | _differ(old.lower, new.lower)
        | _differ(old.upper, new.upper)
    )


def _differ(a: Array, b: Array) -> Flags:
    with np.errstate(invalid="ignore"):  # equal infinite bounds give NaN
        return (a != b) & ~(np.abs(a - b) <= SAME * (1 + np.abs(a)))
