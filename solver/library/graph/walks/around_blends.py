"""Makes a walk physical around its blends; all other frames stay."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ....animate import animate
from ....clip.clip import Clip, Provenance
from ....errors import InputError
from ....job.constraints.joins import Joins
from ....messages import Sink, Status
from ....motion.pieces import joined, piece
from ....motion.world_motion import WorldMotion
from ....optimise.explanation import explain
from ....optimise.start import Start
from ...following import following
from ...known_clip import known_clip
from ...transition.crossing import GIVEN, ROOM
from ...transition.given import given_end, given_start
from .physical import CLOSENESS, blended_clip, steadied
from .route import Walk

WIDER = 0.4  # s by which a window without a solution is widened on either side
LEAST = 3  # minimum frames of a motion, also next to a window

Window = tuple[int, int]


def physical_around_blends(
    walk: Walk,
    *,
    name: str = "walk",
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Clip:
    """The walk with windows around its blends solved in turn, each between two given frames.

    A window without a solution is tried again, wider. Forces of all other frames come from inverse dynamics, because
    resampled clips are only approximately physical; the clip's report covers all frames.

    Args:
        walk: through a graph.
        name: of the clip.
        send: receives status and progress.
        cancelled: called at each iteration; True stops.

    Raises:
        InputError: a window has no physical motion, with its frames, or it was canceled.
    """
    motion = steadied(walk)
    whole = replace(
        explain(following(name, motion, closeness=CLOSENESS), motion).motion.world, character=motion.character
    )
    made: list[Provenance] = []
    windows = list(_around(walk.seams, whole, round(ROOM / whole.step) + GIVEN))
    if not windows:
        return blended_clip(walk, name=name)
    for number, window in enumerate(windows, 1):
        send(Status(f"Blends around frame {sum(window) // 2}, window {number} of {len(windows)}"))
        for wider in (0, round(WIDER / whole.step)):
            (widened,) = _around([window], whole, wider)
            clip = _solved(name, whole, widened, send, cancelled)
            made.append(clip.provenance)
            if clip.provenance.solved or cancelled():
                break
        if not clip.provenance.solved:
            where = f"frame {widened[0]} to {widened[1]}"
            raise InputError(
                f"the walk has no physical motion from {where}: {clip.provenance.status} Make all of it physical as one"
            )
        whole = _put_in(whole, replace(clip.motion, character=whole.character), widened)
    return known_clip(name, whole, _together(made))


def _around(seams: Sequence[Window], motion: WorldMotion, reach: int) -> Iterator[Window]:
    """First and last frames of windows around seams, merged where they meet."""
    last = motion.n_frames - 1
    begun: Window | None = None
    for first, final in seams:
        begin, end = first - reach, final + reach
        begin, end = 0 if begin < LEAST else begin, last if end > last - LEAST else end
        if begun is not None and begin <= begun[1]:
            begin = begun[0]
        elif begun is not None:
            yield begun
        begun = begin, end
    if begun is not None:
        yield begun


def _solved(name: str, walk: WorldMotion, window: Window, send: Sink, cancelled: Callable[[], bool]) -> Clip:
    """The physical motion nearest to a window, with its first and last frames given."""
    begin, end = window
    part = piece(walk, begin, end - begin + 1)
    job = following(name, part, closeness=CLOSENESS)
    joins = Joins(
        given_start(part, job.character, part.headings) if begin else None,
        given_end(part, job.character, part.headings) if end < walk.n_frames - 1 else None,
    )
    if joins != Joins():
        job = replace(job, constraints=(joins,))
    return animate(job, send=send, cancelled=cancelled, start=Start.of_motion(job, part))


def _put_in(walk: WorldMotion, part: WorldMotion, window: Window) -> WorldMotion:
    """A motion with a window replaced."""
    begin, end = window
    inner = slice(1 if begin else 0, part.n_frames - (end < walk.n_frames - 1))
    parts = [piece(part, inner.start, inner.stop - inner.start)]
    if begin:
        parts.insert(0, piece(walk, 0, begin + 1))
    if end < walk.n_frames - 1:
        parts.append(piece(walk, end, walk.n_frames - end))
    return joined(parts)


def _together(provenances: Sequence[Provenance]) -> Provenance:
    """Joint provenance of several windows."""
    last = provenances[-1]
    return replace(
        last,
        iterations=sum(each.iterations for each in provenances),
        seconds={name: sum(each.seconds.get(name, 0.0) for each in provenances) for name in last.seconds},
        objective=float(np.sum([each.objective for each in provenances])),
        terms={},
        violations=(),
    )
