"""Candidates for a transition from one motion to another."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Indices
from ...errors import InputError
from ...job.cycle import Cycle
from ...motion.pieces import SAME_STEP, piece
from ...motion.world_motion import WorldMotion
from ..cloud import cloud
from ..same_bodies import require_same_bodies
from ..touches import PRICE, disagreement, in_windows

OVERLAP = 0.35  # s during which one motion fades into the other
ROOM = 0.4  # s before and after in which both may change; without it, hardly anything is feasible
GIVEN = 2  # unchanged frames of either motion next to the room


@dataclass(frozen=True)
class Crossing:
    """An interval of frames that two motions share.

    Attributes:
        leaves: its first frame in the source motion; for a cycle, in any lap.
        enters: its first frame in the target motion.
        overlap: number of frames.
        room: frames on either side in which the motions may change.
        move: transform that aligns the target with the source.
        cost: distance of the frames, plus the price of contacts that disagree [m].
    """

    leaves: int
    enters: int
    overlap: int
    room: int
    move: Cycle
    cost: float = 0.0


def crossings(
    a: WorldMotion,
    b: WorldMotion,
    *,
    count: int = 8,
    overlap: float = OVERLAP,
    room: float = ROOM,
    before: int = 0,
    beyond: int = 0,
) -> tuple[Crossing, ...]:
    """The best crossings from a to b, the best first.

    Args:
        a: source motion.
        b: target motion.
        count: maximum number of crossings.
        overlap: time that both share [s].
        room: time on either side in which the motions may change [s].
        before: frames that an open a must have before those of the transition.
        beyond: frames that an open b must have after them.

    Raises:
        InputError: the motions differ in character or step.
    """
    require_alike(a, b)
    length, margin = max(round(overlap / a.step), 1), round(room / a.step)
    starts = (
        _starts(a, length, before=before + margin + GIVEN, after=0),
        _starts(b, length, before=0, after=margin + GIVEN + beyond),
    )
    if not (len(starts[0]) and len(starts[1])):
        return ()
    whole = [piece(m, 0, m.n_frames + (length if m.cycle else 0)) for m in (a, b)]
    clouds = [cloud(motion, own, length) for motion, own in zip(whole, starts, strict=True)]
    disagree = disagreement(*(in_windows(m, own, length) for m, own in zip(whole, starts, strict=True)))
    cost = clouds[0].distances(clouds[1]) + PRICE * disagree
    rows, columns = _minima(cost, [motion.cycle is not None for motion in (a, b)])
    order = np.argsort(cost[rows, columns])[:count]
    return tuple(
        Crossing(
            int(starts[0][i]),
            int(starts[1][j]),
            length,
            margin,
            clouds[0].move(i, clouds[1], j),
            float(cost[i, j]),
        )
        for i, j in zip(rows[order].tolist(), columns[order].tolist(), strict=True)
    )


def crossing_at(a: WorldMotion, b: WorldMotion, leaves: int, enters: int) -> Crossing:
    """The crossing whose first shared frames are ``leaves`` of a and ``enters`` of b.

    Raises:
        InputError: the motions differ in character or step, or have too few frames around the crossing.
    """
    require_alike(a, b)
    length, margin = max(round(OVERLAP / a.step), 1), round(ROOM / a.step)
    _require_around(a, "first", leaves, before=margin + GIVEN, after=length)
    _require_around(b, "second", enters, before=0, after=length + margin + GIVEN)
    before, after = (
        piece(a, leaves - margin - GIVEN, length + margin + GIVEN),
        piece(b, enters, length + margin + GIVEN),
    )
    own = cloud(before, np.array([margin + GIVEN]), length), cloud(after, np.array([0]), length)
    distance = float(own[0].distances(own[1])[0, 0])
    return Crossing(leaves, enters, length, margin, own[0].move(0, own[1], 0), distance)


def require_alike(a: WorldMotion, b: WorldMotion) -> None:
    """Checks that there can be a transition between two motions.

    Raises:
        InputError: they differ in character or step.
    """
    require_same_bodies(a.character, b.character)
    if abs(a.step / b.step - 1) > SAME_STEP:
        raise InputError(f"expected {a.fps:g} frames per second, found {b.fps:g}; resample one of them")


def why_nowhere(
    a: WorldMotion,
    b: WorldMotion,
    *,
    before: int = 0,
    beyond: int = 0,
    names: tuple[str, str] = ("the first motion", "the second motion"),
) -> str:
    """Message if a motion is too short for ``crossings`` with the default overlap and room; else empty."""
    least = max(round(OVERLAP / a.step), 1) + round(ROOM / a.step) + GIVEN
    return "; ".join(
        f"{name} has {motion.n_frames} frames; a transition needs a cycle, or {needed} frames "
        f"({needed * a.step:.2f} s)"
        for name, motion, needed in zip(names, (a, b), (least + before, least + beyond), strict=True)
        if motion.cycle is None and motion.n_frames < needed
    )


def _require_around(motion: WorldMotion, which: str, frame: int, *, before: int, after: int) -> None:
    """Checks that an open motion has enough frames before and after a frame."""
    first, last, end = frame - before, frame + after - 1, motion.n_frames - 1
    if motion.cycle is None and not (first >= 0 and last <= end):
        raise InputError(
            f"a transition at frame {frame} of the {which} motion needs its frames {first} to {last}; "
            f"there are 0 to {end}"
        )


def _starts(motion: WorldMotion, length: int, *, before: int, after: int) -> Indices:
    """First frames of possible windows."""
    if motion.cycle is not None:
        return np.arange(motion.n_frames)
    return np.arange(before, motion.n_frames - length - after + 1)


def _minima(cost: Array, closed: list[bool]) -> tuple[Indices, Indices]:
    """Pairs that are local minima, also across seams of cycles."""
    padded = cost
    for axis, is_closed in enumerate(closed):
        width = [(1, 1) if k == axis else (0, 0) for k in range(2)]
        padded = np.pad(padded, width, mode="wrap" if is_closed else "edge")
    n, m = cost.shape
    near = [padded[1 + i : 1 + i + n, 1 + j : 1 + j + m] for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    rows, columns = np.nonzero(cost <= np.min(near, 0))
    return rows, columns
