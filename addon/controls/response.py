"""How bodies respond to each control, measured on a rig at rest."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...solver.arrays import Array
from ...solver.rotations import quaternion_from_matrix, rotation_vector
from ..blender.rest_pose import nearest_rotation
from ..runtime.event_loop import Work
from .handles import Handle, turned
from .rehearsal import Rehearsal

ANGLE = 0.02  # rad


@dataclass(frozen=True, eq=False)
class Response:
    """Movement of bodies per radian of a control's rotation.

    Attributes:
        axes: (k, 3) axes of rotation, armature space.
        at: (3,) the control's head.
        turn: (k, B, 3) rotation vectors of the bodies.
        shift: (k, B, 3) movement of their heads.
    """

    axes: Array
    at: Array
    turn: Array
    shift: Array


def measuring_responses(
    rehearsal: Rehearsal, handles: Sequence[Handle], bodies: Sequence[str]
) -> Work[dict[str, Response]]:
    """Responses by control, a pose per step."""
    rehearsal.update()
    rest = rehearsal.matrices(bodies)
    found = {}
    for handle in handles:
        own = rehearsal.matrices([handle.name])[0]
        free = [axis for axis in range(3) if handle.turns[axis]]
        turns, shifts = [], []
        for axis in free:
            rehearsal.pose({handle.name: turned(handle, axis, ANGLE)})
            posed = rehearsal.matrices(bodies)
            turns.append(turn_between(rest, posed) / ANGLE)
            shifts.append((posed[:, :3, 3] - rest[:, :3, 3]) / ANGLE)
            yield
        rehearsal.pose({handle.name: np.eye(4)})
        shape = (len(free), len(bodies), 3)
        axes = own[:3, :3].T[free]
        found[handle.name] = Response(axes, own[:3, 3], np.reshape(turns, shape), np.reshape(shifts, shape))
    return found


def turn_between(one: Array, other: Array) -> Array:
    """Rotation vectors (..., 3) between poses (..., 4, 4), armature space."""
    turn = nearest_rotation(other[..., :3, :3]) @ np.swapaxes(nearest_rotation(one[..., :3, :3]), -1, -2)
    return rotation_vector(quaternion_from_matrix(turn))
