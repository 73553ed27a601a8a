"""The given frames at the ends of a clip as arrays."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags, Indices
from ..job.constraints.joins import GivenFrames, Joins
from ..job.job import Job
from ..mechanics.tree import LETTERS, Tree
from .timeline import Timeline


@dataclass(frozen=True, eq=False)
class GivenEnd:
    """Given frames at one end of a clip.

    Attributes:
        frames: (K,) of the clip, in order of time.
        q: (K, n) their coordinates [m, rad].
        outermost: index of the frame at the very end.
        forces: (C, 3) of the contacts at the outermost frame, world [N]; None if not given.
        innermost: index of the frame next to the solved frames.
        seam: (C, 3) forces of the contacts at the innermost frame, likewise.
        moves: (K, n) which coordinates may differ from those given, as all frames move rigidly together.
        turns: whether they may also turn about the vertical.
        field: path of their specification in the job.
    """

    frames: Indices
    q: Array
    outermost: int
    forces: Array | None
    innermost: int
    seam: Array | None
    moves: Flags
    turns: bool
    field: str


def given_ends(job: Job, tree: Tree, timeline: Timeline) -> tuple[GivenEnd, ...]:
    """The given ends of a job."""
    ends = []
    for field, joins in job.constraints_of(Joins):
        if joins.start is not None:
            ends.append(_start(joins.start, f"{field}.start"))
        if joins.end is not None:
            ends.append(_end(joins.end, joins, tree, timeline, f"{field}.end"))
    return tuple(ends)


def _start(given: GivenFrames, field: str) -> GivenEnd:
    q, forces, seam = _arrays(given)
    return GivenEnd(
        np.arange(len(q)), q, 0, forces, len(q) - 1, seam, np.zeros(q.shape, bool), turns=False, field=field
    )


def _end(given: GivenFrames, joins: Joins, tree: Tree, timeline: Timeline, field: str) -> GivenEnd:
    q, forces, seam = _arrays(given)
    last = timeline.n_frames - 1
    shifts = np.array([letter in joins.end_moves.upper() for letter in LETTERS])
    is_swung = np.array([joins.end_turns, joins.end_turns, False])
    moves = np.tile(~tree.rotation & (abs(tree.axis) @ (shifts | is_swung) > 0), (len(q), 1))
    hub = tree.root_translations  # the frames turn about it
    moves[0, hub] = abs(tree.axis[hub]) @ shifts > 0
    if joins.end_turns:
        moves |= vertical_turns(tree)
    frames = last + 1 - len(q) + np.arange(len(q))
    return GivenEnd(frames, q, last, forces, int(frames[0]), seam, moves, joins.end_turns, field)


def vertical_turns(tree: Tree) -> Flags:
    """(n,) whether a degree of freedom turns a root about the world's Z."""
    return np.asarray(tree.root_turns & (tree.axis[:, 2] == 1.0))


def _arrays(given: GivenFrames) -> tuple[Array, Array | None, Array | None]:
    """Coordinates (K, n), forces (C, 3) at the outermost and at the innermost frame."""
    forces, seam = (np.array(each, float) if each else None for each in (given.forces, given.seam))
    return np.array(given.coordinates, float), forces, seam
