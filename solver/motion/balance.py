"""Momentum balance of the whole character."""

import numpy as np
from numpy.typing import NDArray

from ..mechanics.euler import angles_from_matrix, turn_about
from .newton_euler import missing_wrenches
from .world_motion import WorldMotion

Array = NDArray[np.float64]


def balance(motion: WorldMotion, torques: Array) -> tuple[Array, Array]:
    """What no force explains: sum m a - sum f - m g, and dL/dt - sum r x f about the centre of mass.

    The forces are gravity, the ground's, the jets of the root joint and, where the root joint lacks a
    translation or an axis, whatever the world must do there to hold it.

    Args:
        motion: the claims.
        torques: (N, n) generalised forces; the root's translations and axes come first.

    Returns:
        (K, 3) [N] and (K, 3) [N m], world.
    """
    character, judged = motion.character, motion.judged
    force, moment = missing_wrenches(motion)
    position = motion.position[judged]
    mass = np.array([body.mass for body in character.bodies])
    centre = (mass[:, None] * position).sum(1) / mass.sum()
    linear = force.sum(1)
    angular = (moment + np.cross(position - centre[:, None], force)).sum(1)

    root = character.root_joint
    hold, jet = np.zeros_like(linear), np.zeros_like(linear)
    for i, letter in enumerate("XYZ"):
        if letter in root.translation:
            jet[:, i] = torques[judged, root.translation.index(letter)]
        else:
            hold[:, i] = linear[:, i]
    arm = position[:, character.body_index(root.body)] - centre
    linear = linear - hold - jet
    angular = angular - np.cross(arm, hold + jet)
    return linear, _about_free_axes(motion, angular, torques[judged])


def _about_free_axes(motion: WorldMotion, angular: Array, torques: Array) -> Array:
    """The part (K, 3) of a moment that can turn the root, less the root's own torques."""
    root = motion.character.root_joint
    n_axes = len(root.axes)
    if n_axes == 0:
        return np.zeros_like(angular)
    own = torques[:, len(root.translation) : len(root.translation) + n_axes]
    if n_axes == 3 and not own.any():
        return angular
    axes = _root_axes(motion)
    back = np.linalg.pinv(axes)  # (K, 3, n_axes): the moment within the axes' span that does given work
    free = angular if n_axes == 3 else np.einsum("tij,tjk,tk->ti", back, axes, angular)
    moment: Array = free - np.einsum("tij,tj->ti", back, own)
    return moment


def _root_axes(motion: WorldMotion) -> Array:
    """World directions (K, n_axes, 3) of the root's successive axes."""
    root = motion.character.root_joint
    turn = motion.turn[motion.judged, motion.character.body_index(root.body)]
    order = root.axes + "".join(letter for letter in "XYZ" if letter not in root.axes)
    angles = angles_from_matrix(turn, order)
    carried = np.broadcast_to(np.eye(3), turn.shape)
    axes = []
    for i, letter in enumerate(root.axes):
        axes.append(carried[..., "XYZ".index(letter)])
        carried = carried @ turn_about(letter, angles[:, i])
    return np.stack(axes, 1)
