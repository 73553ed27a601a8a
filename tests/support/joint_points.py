"""Positions of a clip's joints."""

import numpy as np
from bl_ext.user_default.spacetime_animator.solver.rotations import (
    matrix_from_quaternion,
    quaternion_inverse,
    quaternion_product,
)


def joint_points(clip):
    """World positions (N, 3) of every joint by the name of the bone, from the bodies' poses."""
    character = clip.job.character
    points = {}
    for joint in character.joints:
        b = character.body_index(joint.body_b)
        rest = character.bodies[b]
        turn = quaternion_product(clip.motion.orientation[:, b], quaternion_inverse(rest.orientation))
        arm = np.array(joint.position) - rest.position
        points[joint.body_b] = clip.motion.position[:, b] + matrix_from_quaternion(turn) @ arm
    return points
