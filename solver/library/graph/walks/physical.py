"""A walk as its blends leave it, or as forces explain it at every frame."""

from collections.abc import Callable
from dataclasses import replace

from ....animate import animate
from ....clip.clip import Clip
from ....errors import InputError
from ....job.constraints.joins import GivenFrames, Joins
from ....job.job import Job
from ....messages import Sink, Status
from ....motion.pieces import joined, piece
from ....motion.world_motion import WorldMotion
from ....optimise.start import Start
from ...explained_clip import explained_clip
from ...following import following
from ...touches import steady
from .route import Walk

CLOSENESS = 1.0
PIECE, LOOSE = 10.0, 1.0  # s, of a piece, and of its end that is solved again with the next one
GIVEN = 2  # frames that a piece shares with the one before: place and speed
BLENDED = "Blended, not solved"


def physical_walk(
    walk: Walk,
    *,
    name: str = "walk",
    tell: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Clip:
    """The physical motion nearest to a walk, blends and all, as one open clip.

    Args:
        walk: through a graph.
        name: of the clip.
        tell: receives status and progress.
        cancelled: asked at each iteration; True stops.
    """
    job, motion = _job(walk, name)
    return animate(job, tell=tell, cancelled=cancelled, start=Start.of_motion(job, motion))


def physical_in_pieces(
    walk: Walk,
    *,
    name: str = "walk",
    seconds: float = PIECE,
    tell: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> WorldMotion:
    """The physical motion nearest to a walk of any length, piece after piece, in memory that does not grow with it.

    Each piece begins with two frames of the one before and with its forces (``Joins``), a second before that ends: how
    a motion ends is felt about that long before.

    Args:
        walk: through a graph.
        name: of its parts, in messages.
        seconds: length of a piece.
        tell: receives status.
        cancelled: asked at each iteration; True stops.

    Raises:
        InputError: a piece has no physical motion, with its frames, or it was canceled.
    """
    whole = _steadied(walk)
    count, last = max(round(seconds / whole.step), 4), round(LOOSE / whole.step)
    solved: list[WorldMotion] = []
    first = 0
    while True:
        own = piece(whole, first, min(count + last, whole.n_frames - first))
        job = following(name, own, closeness=CLOSENESS)
        if solved:
            before = piece(solved[-1], solved[-1].n_frames - last, last)
            placed = replace(before, character=job.character, heading=tuple(own.headings[:last].tolist()))
            given = GivenFrames.of_arrays(placed.coordinates[:GIVEN], before.contact_forces[0])
            joins = Joins(start=given)
            job = replace(job, constraints=(joins,))
            solved[-1] = piece(solved[-1], 0, solved[-1].n_frames - last + 1)
        tell(Status(f"Frames {first} to {first + own.n_frames - 1} of {whole.n_frames}"))
        clip = animate(job, tell=tell, cancelled=cancelled, start=Start.of_motion(job, own))
        if not clip.provenance.solved:
            where = f"frame {first} to {first + own.n_frames - 1}"
            raise InputError(f"the walk has no physical motion from {where}: {clip.provenance.status}")
        found = replace(clip.motion, character=whole.character)
        solved.append(piece(found, 1, found.n_frames - 1) if first else found)
        if first + own.n_frames == whole.n_frames:
            return joined(solved)
        first += own.n_frames - last


def blended_clip(walk: Walk, *, name: str = "walk") -> Clip:
    """A walk as it is, with the forces that explain it best; its report states what they leave unexplained.

    Nothing is solved: feet slide a little in the blends. A physical solve may go on from it.

    Args:
        walk: through a graph.
        name: of the clip.
    """
    job, motion = _job(walk, name)
    return explained_clip(job, motion, BLENDED)


def _job(walk: Walk, name: str) -> tuple[Job, WorldMotion]:
    """What stays close to a walk, and the walk with steady contacts."""
    motion = _steadied(walk)
    return following(name, motion, closeness=CLOSENESS), motion


def _steadied(walk: Walk) -> WorldMotion:
    motion = walk.motion
    return replace(motion, contact_active=steady(motion.contact_active.astype(bool), motion.step))
