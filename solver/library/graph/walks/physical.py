"""Clips of walks, blended or physical."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ....animate import animate
from ....arrays import Flags
from ....clip.clip import Clip
from ....errors import InputError
from ....job.constraints.joins import Joins
from ....job.job import Job
from ....messages import Sink, Status
from ....motion.pieces import joined, piece
from ....motion.world_motion import WorldMotion
from ....optimise.start import Start
from ...explained_clip import explained_clip
from ...following import following
from ...touches import steady
from ...transition.crossing import GIVEN
from ...transition.given import given_start
from .route import Walk

CLOSENESS = 1.0
PIECE, LOOSE = 10.0, 1.0  # s of a piece, and of its end that is solved again with the next one
BLENDED = "Blended, not solved"


def physical_walk(
    walk: Walk,
    *,
    name: str = "walk",
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Clip:
    """The physical motion nearest to a whole walk, as one open clip.

    Args:
        walk: through a graph.
        name: of the clip.
        send: receives status and progress.
        cancelled: called at each iteration; True stops.
    """
    job, motion = _job(walk, name)
    return animate(job, send=send, cancelled=cancelled, start=Start.of_motion(job, motion))


def physical_in_pieces(
    walk: Walk,
    *,
    name: str = "walk",
    seconds: float = PIECE,
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> WorldMotion:
    """The physical motion nearest to a walk of any length, solved in pieces with bounded memory.

    Each piece begins with two frames of the previous one and its forces (``Joins``), one second before its end, because
    the end of a motion influences about the last second.

    Args:
        walk: through a graph.
        name: of its parts, in messages.
        seconds: length of a piece.
        send: receives status.
        cancelled: called at each iteration; True stops.

    Raises:
        InputError: a piece has no physical motion, with its frames, or it was canceled.
    """
    whole = steadied(walk)
    count, last = max(round(seconds / whole.step), 4), round(LOOSE / whole.step)
    solved: list[WorldMotion] = []
    first = begun = 0  # frame of this piece, and of the last one in ``solved``
    while True:
        own = piece(whole, first, min(count + last, whole.n_frames - first))
        job = following(name, own, closeness=CLOSENESS)
        if solved:
            before, solved[-1] = solved[-1], piece(solved[-1], 0, first - begun + 1)
            before = piece(before, first - begun, before.n_frames - (first - begun))
            given = given_start(before, job.character, own.headings[: before.n_frames])
            job = replace(job, constraints=(Joins(start=given),))
        send(Status(f"Frames {first} to {first + own.n_frames - 1} of {whole.n_frames}"))
        clip = animate(job, send=send, cancelled=cancelled, start=Start.of_motion(job, own))
        if not clip.provenance.solved:
            where = f"frame {first} to {first + own.n_frames - 1}"
            raise InputError(f"the walk has no physical motion from {where}: {clip.provenance.status}")
        found = replace(clip.motion, character=whole.character)
        solved.append(piece(found, 1, found.n_frames - 1) if first else found)
        if first + own.n_frames == whole.n_frames:
            return joined(solved)
        begun = first + 1 if first else 0
        first = _steady_from(whole.contact_active, first + count, least=first + count // 2)


def _steady_from(touching: Flags, frame: int, *, least: int) -> int:
    """The last frame up to ``frame`` around which no contact begins or ends; a piece's first frames would hide it."""
    changes = np.append(False, (touching[1:] != touching[:-1]).any(1))
    near = np.convolve(changes, np.ones(2 * GIVEN + 1), mode="same") > 0
    quiet = np.flatnonzero(~near[least : frame + 1])
    return least + int(quiet[-1]) if len(quiet) else frame


def blended_clip(walk: Walk, *, name: str = "walk") -> Clip:
    """An unsolved walk with forces from inverse dynamics; its report states the residual.

    Feet slide slightly in the blends. A physical solve can start from it.
    """
    job, motion = _job(walk, name)
    return explained_clip(job, motion, BLENDED)


def _job(walk: Walk, name: str) -> tuple[Job, WorldMotion]:
    """The job that follows a walk, and the walk with steady contacts."""
    motion = steadied(walk)
    return following(name, motion, closeness=CLOSENESS), motion


def steadied(walk: Walk) -> WorldMotion:
    """A walk's motion without brief stances and swings."""
    motion = walk.motion
    return replace(motion, contact_active=steady(motion.contact_active.astype(bool), motion.step))
