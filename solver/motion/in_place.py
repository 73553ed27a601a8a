"""A cycle on the spot: its travel and turn taken out evenly, as a treadmill does."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError
from ..mechanics.euler import turn_about
from ..problem.job import Cycle
from ..rotations import quaternion_product, rotation_about
from .armature_motion import Moving, Poses

Array = NDArray[np.float64]

STRAIGHT = 1e-9  # rad of turn per cycle below which the way is a line


def in_place(clip: Moving) -> Poses:
    """The poses of a cycle without its way; its end then meets its start exactly.

    Raises:
        InputError: the motion does not repeat.
    """
    cycle = clip.job.cycle
    if cycle is None:
        raise InputError(f"'{clip.job.name}' does not repeat; only a cycle can be played on the spot")
    share = np.arange(len(clip.position)) / len(clip.position)
    turn, shift = way_back(cycle, share)
    turns = np.broadcast_to(
        rotation_about((0.0, 0.0, 1.0), -cycle.yaw * share)[:, None], clip.orientation.shape
    )
    return Poses(
        replace(clip.job, cycle=Cycle(mirrored=cycle.mirrored)),
        clip.step,
        np.einsum("tij,tbj->tbi", turn, clip.position) + shift[:, None],
        quaternion_product(turns, clip.orientation),
    )


def way_back(cycle: Cycle, share: ArrayLike) -> tuple[Array, Array]:
    """Rotations (..., 3, 3) and shifts (..., 3) [m] that undo a ``share`` (...) of a cycle's transform.

    The transform is a shift d, or a turn about a vertical axis through c = (1 - R)^-1 d: a share of it is that
    share of the shift, or of the turn.
    """
    share, way = np.asarray(share, float), np.array(cycle.translation)
    turn = turn_about("Z", -cycle.yaw * share)
    if abs(cycle.yaw) < STRAIGHT:
        return turn, -share[..., None] * way
    axis = np.zeros(3)
    axis[:2] = np.linalg.solve((np.eye(3) - turn_about("Z", cycle.yaw))[:2, :2], way[:2])
    shift = axis - turn @ axis
    shift[..., 2] -= share * way[2]
    return turn, shift
