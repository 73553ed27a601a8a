"""Coordinates of a posed character, for sketches."""

import numpy as np

from ..arrays import Array
from ..rotations import matrix_from_quaternion
from .euler_angles import euler_angles
from .joint_frames import JointFrames
from .tree import LETTERS, Tree


def coordinates(
    tree: Tree, position: Array, turn: Array, joints: JointFrames | None = None, *, continuous: bool = True
) -> Array:
    """Degrees of freedom that give each body its rotation, or the nearest that its joint allows.

    A joint of three axes takes any rotation; one of two drops the last rotation, about the third axis; one of a
    single axis takes the angle whose rotation is nearest in the Frobenius norm. Angles are continuous from frame to
    frame. Positions count for roots only.

    Args:
        tree: of the character.
        position: (N, B, 3) centers of mass, world [m].
        turn: (N, B, 3, 3) rotation of every body since the rest pose, world.
        joints: given motion of joints in the bodies that carry them; None: all have their rest place.
        continuous: whether angles follow those of the frame before; else each frame is by itself.

    Returns:
        (N, n) in the order of ``tree.names`` [m, rad], as for Kinematics.forward without a placement.
    """
    q = np.zeros((len(position), tree.n))
    for body in tree.order:
        dofs = np.flatnonzero(tree.body == body)
        shifts, turns = dofs[~tree.rotation[dofs]], dofs[tree.rotation[dofs]]
        q[:, shifts] = position[:, body] @ tree.axis[shifts].T
        carrier = tree.parent[body]
        local = turn[:, body]
        if carrier >= 0:
            carried = turn[:, carrier] if joints is None else turn[:, carrier] @ joints.turn_of(int(body))
            local = np.swapaxes(carried, 1, 2) @ local
        frame = _joint_frame(tree, int(body))
        axes = "".join(tree.names[i][-1].upper() for i in turns)
        q[:, turns] = _angles(frame.T @ local @ frame, axes, continuous=continuous)
    return q


def _joint_frame(tree: Tree, body: int) -> Array:
    """(3, 3) whose columns are the axes X, Y, Z of a body's joint in the rest pose, world."""
    name = tree.character.bodies[body].name
    joint = next((joint for joint in tree.character.joints if joint.body_b == name), None)
    if joint is not None:
        return matrix_from_quaternion(joint.orientation)
    return next(root.frame for root in tree.character.roots if root.body == name)


def _angles(matrix: Array, axes: str, *, continuous: bool) -> Array:
    """(N, len(axes)) of rotations (N, 3, 3) in a joint's own frame."""
    if len(axes) == 1:
        i = LETTERS.index(axes)
        j, k = (i + 1) % 3, (i + 2) % 3
        angle = np.arctan2(matrix[:, k, j] - matrix[:, j, k], matrix[:, j, j] + matrix[:, k, k])
        return (np.unwrap(angle) if continuous else angle)[:, None]
    order = axes + "".join(letter for letter in LETTERS if letter not in axes)
    angles = euler_angles(
        matrix, order[::-1], continuous=continuous
    )  # the last about a moved axis is the first about a fixed one
    return angles[:, [LETTERS.index(letter) for letter in axes]]
