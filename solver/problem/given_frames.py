"""Frames that a clip is given at its ends, checked, as arrays."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..arrays import Array, Flags, Indices
from ..errors import InputError
from ..job.constraints.joins import GivenFrames, Joins
from ..job.job import Job
from ..mechanics.tree import LETTERS, Tree
from .timeline import Timeline


@dataclass(frozen=True, eq=False)
class GivenEnd:
    """Frames at one end of a clip.

    Attributes:
        frames: (K,) of the clip, in order of time.
        q: (K, n) their coordinates [m, rad].
        outermost: the one at the very end.
        forces: (C, 3) of the contacts there, world [N]; None where they are not told.
        moves: (K, n) which coordinates may differ from those given, as all frames move together.
        turns: whether they turn about the vertical; else they shift alone.
        field: path in the job of what gives them.
    """

    frames: Indices
    q: Array
    outermost: int
    forces: Array | None
    moves: Flags
    turns: bool
    field: str


def given_ends(job: Job, tree: Tree, timeline: Timeline) -> tuple[GivenEnd, ...]:
    """The ends of a job that are given.

    Raises:
        InputError: what is given does not fit the character or the clip.
    """
    found = []
    for k, joins in enumerate(job.constraints):
        if isinstance(joins, Joins):
            field = f"job.constraints[{k}]"
            _check(joins, tree, timeline, field)
            if joins.start is not None:
                found.append(_start(joins.start, tree, timeline, f"{field}.start"))
            if joins.end is not None:
                found.append(_end(joins.end, joins, tree, timeline, f"{field}.end"))
    if any(np.intersect1d(a.frames, b.frames).size for a, b in combinations(found, 2)):
        raise InputError(
            "frames are given twice; expected a longer clip or fewer frames", field="job.constraints"
        )
    return tuple(found)


def _check(joins: Joins, tree: Tree, timeline: Timeline, field: str) -> None:
    if timeline.cycle is not None:
        raise InputError("a cycle has no ends; expected an open clip", field=field)
    if joins.start is None and joins.end is None:
        raise InputError("expected frames at the start or at the end, found neither", field=field)
    if set(joins.end_moves.upper()) - set(LETTERS):
        raise InputError(f"expected axes such as 'xy', found '{joins.end_moves}'", field=f"{field}.end_moves")
    if joins.end_turns and any(root.axes[:1] != "Z" for root in tree.character.roots):
        raise InputError("frames turn only where roots turn about Z first", field=f"{field}.end_turns")


def _start(given: GivenFrames, tree: Tree, timeline: Timeline, field: str) -> GivenEnd:
    q, forces = _arrays(given, tree, timeline, field)
    return GivenEnd(np.arange(len(q)), q, 0, forces, np.zeros(q.shape, bool), False, field)


def _end(given: GivenFrames, joins: Joins, tree: Tree, timeline: Timeline, field: str) -> GivenEnd:
    q, forces = _arrays(given, tree, timeline, field)
    last = timeline.n_frames - 1
    shifts = np.array([letter in joins.end_moves.upper() for letter in LETTERS])
    is_swung = np.array([joins.end_turns, joins.end_turns, False])
    moves = np.tile(~tree.rotation & (abs(tree.axis) @ (shifts | is_swung) > 0), (len(q), 1))
    hub = tree.root_translations  # about which the frames turn
    moves[0, hub] = abs(tree.axis[hub]) @ shifts > 0
    if joins.end_turns:
        moves |= vertical_turns(tree)
    frames = last + 1 - len(q) + np.arange(len(q))
    return GivenEnd(frames, q, last, forces, moves, joins.end_turns, field)


def vertical_turns(tree: Tree) -> Flags:
    """(n,) whether a degree of freedom turns a root about the world's Z."""
    return np.asarray(tree.root_turns & (tree.axis[:, 2] == 1.0))


def _arrays(given: GivenFrames, tree: Tree, timeline: Timeline, field: str) -> tuple[Array, Array | None]:
    """Coordinates (K, n) and forces (C, 3)."""
    n_contacts, count = len(tree.character.contacts), len(given.coordinates)
    if not 1 <= count <= timeline.n_frames:
        raise InputError(
            f"expected 1 to {timeline.n_frames} frames, found {count}", field=f"{field}.coordinates"
        )
    for row in given.coordinates:
        if len(row) != tree.n:
            raise InputError(
                f"expected {tree.n} in each frame, found {len(row)}", field=f"{field}.coordinates"
            )
    if len(given.forces) not in (0, n_contacts):
        raise InputError(
            f"expected one for each of {n_contacts} contacts, found {len(given.forces)}",
            field=f"{field}.forces",
        )
    return np.array(given.coordinates, float), np.array(given.forces, float) if given.forces else None
