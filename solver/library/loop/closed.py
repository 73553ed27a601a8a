"""Closes a loop smoothly: Rose's cyclification (1996, section 3.3)."""

import math

import numpy as np

from ...arrays import Array
from ...errors import InputError
from ...job.cycle import Cycle
from ...job.drawn_bones import DrawnBone
from ...motion.motion import Motion
from ...motion.pieces import piece
from ...motion.world_motion import WorldMotion
from ...problem.splines.knots import DEGREE, Knots
from ...rotations import quaternion_product, rotation_about
from ..posed import posed
from ..touches import steady_cycle
from .find_loop import Loop

CONTROLS = 15  # control points per second
FEWEST = 6  # minimum frames of a cycle with stances and swings


def closed(motion: WorldMotion, loop: Loop, *, fps: float) -> WorldMotion:
    """The loop of an open motion as a cycle of evenly spaced frames, about ``fps`` a second.

    The gap that remains between the ends after the move is spread evenly over the loop, half at each end. Periodic
    cubic B-splines with continuous second derivatives are fitted by least squares.

    Raises:
        InputError: the loop has too few frames at that rate.
    """
    part = piece(motion, loop.first, loop.last - loop.first + 1)
    share = np.arange(part.n_frames) / (part.n_frames - 1)
    level = _placed(part, loop.move, -share)
    q = level.coordinates
    gap = q[-1] - q[0]
    q = q - (share[:, None] - 0.5) * gap
    count = round(part.seconds * fps)
    if count < FEWEST:
        raise InputError(
            f"expected at least {math.ceil(FEWEST / part.seconds)} frames per second for a loop of "
            f"{part.seconds:.2f} s, which takes {FEWEST} frames, found {fps:g}",
            field="fps",
        )
    at = np.arange(count) / count
    n_controls = max(round(part.seconds * CONTROLS), 2 * DEGREE)
    smooth = _followed(q[:-1], share[:-1], at, n_controls)
    bones = _closed_bones(part, share, at, n_controls)
    flags = part.contact_active[np.round(at * (part.n_frames - 1)).astype(int)].astype(bool)
    found = posed(motion.character, smooth, flags, part.seconds / count, drawn_bones=bones)
    way = _placed(found, loop.move, at)
    return posed(
        motion.character,
        way.coordinates,
        steady_cycle(flags, way.step),
        way.step,
        world=motion.world,
        cycle=loop.move,
        drawn_bones=bones,
    )


def _placed(motion: WorldMotion, move: Cycle, share: Array) -> Motion:
    """Each frame moved by a fraction (N,) of the move, without contacts."""
    turn, shift = move.part(share)
    about = rotation_about((0.0, 0.0, 1.0), move.yaw * share)[:, None]
    return Motion(
        motion.character,
        motion.step,
        np.einsum("tij,tbj->tbi", turn, motion.position) + shift[:, None],
        quaternion_product(np.broadcast_to(about, motion.orientation.shape), motion.orientation),
        drawn_bones=motion.drawn_bones,
    )


def _closed_bones(part: WorldMotion, share: Array, at: Array, n_controls: int) -> tuple[DrawnBone, ...]:
    """The motion of bones between bodies, closed like the coordinates."""

    def closed_rows(values: Array) -> Array:
        level = values - (share[:, None] - 0.5) * (values[-1] - values[0])
        return _followed(level[:-1], share[:-1], at, n_controls)

    return tuple(
        bone.with_rows(*map(closed_rows, bone.rows(part.n_frames, closed=False))) for bone in part.drawn_bones
    )


def _followed(values: Array, share: Array, at: Array, n_controls: int) -> Array:
    """Periodic cubic splines fitted to values (N, n), at fractions (K,) of the period."""
    knots = Knots(np.linspace(0.0, 1.0, n_controls + 1), closed=True)
    controls = np.linalg.lstsq(knots.matrix(share), values, rcond=None)[0]
    return np.asarray(knots.matrix(at) @ controls)
