"""Constraint forces and moments of the joints, recovered after the optimization."""

import numpy as np

from ..arrays import Array
from ..character import Character
from ..motion.world_motion import WorldMotion
from .newton_euler import missing_wrenches


def joint_wrenches(motion: WorldMotion) -> tuple[Array, Array]:
    """Forces and moments that body_a exerts on body_b at every joint, including muscles.

    A joint transmits the missing forces of all bodies beyond it:
        F_j = sum_b f_b                 M_j = sum_b [m_b + (x_b - p_j) x f_b]
    with f_b, m_b the force and moment about its center x_b that body b needs besides gravity, contacts and holds
    (recursive Newton-Euler, Luh, Walker & Paul 1980, without the recursion).

    Returns:
        (N, J, 3) [N] and (N, J, 3) [N m] about the joint, world, in the order of ``character.joints``; NaN in the first
        and last frame of an open motion.
    """
    character, judged = motion.character, motion.judged
    joints = character.joints
    forces = np.full((len(motion.position), len(joints), 3), np.nan)
    moments = forces.copy()
    if not joints:
        return forces, moments
    beyond = subtrees(character)
    force, moment = missing_wrenches(motion)
    about_origin = moment + np.cross(motion.position[judged], force)
    place = np.stack([motion.carried(character.body_index(j.body_b), j.position) for j in joints], 1)[judged]

    total = np.einsum("jb,tbi->tji", beyond, force)
    forces[judged] = total
    moments[judged] = np.einsum("jb,tbi->tji", beyond, about_origin) - np.cross(place, total)
    return forces, moments


def subtrees(character: Character) -> Array:
    """(J, B) 1 for each body beyond a joint, directly or through other joints, otherwise 0."""
    carrier = {joint.body_b: j for j, joint in enumerate(character.joints)}
    beyond = np.zeros((len(character.joints), len(character.bodies)))
    for b, body in enumerate(character.bodies):
        name = body.name
        while name in carrier:
            joint = carrier[name]
            beyond[joint, b] = 1.0
            name = character.joints[joint].body_a
    return beyond
