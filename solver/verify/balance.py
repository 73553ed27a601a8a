"""Momentum balance of every tree."""

import numpy as np

from ..arrays import Array
from ..mechanics.euler import turned_axes
from ..motion.world_motion import WorldMotion
from .newton_euler import missing_wrenches
from .trees import RootedTree, rooted_trees


def balance(motion: WorldMotion, torques: Array) -> tuple[Array, Array]:
    """Residuals of each tree: sum m a - sum f - m g, and dL/dt - sum r x f about its center of mass.

    The forces are gravity, those of contacts and holds, the jets of the root joint and, along translations and axes
    that the root joint lacks, the constraint forces of the world.

    Args:
        motion: poses and the world's forces.
        torques: (N, n) generalized forces, in the order of mechanics.tree.Tree.

    Returns:
        (K, R, 3) [N] and (K, R, 3) [N m], world, of the R trees.
    """
    force, moment = missing_wrenches(motion)
    trees = rooted_trees(motion.character)
    residuals = [_of_tree(motion, tree, force, moment, torques) for tree in trees]
    linear, angular = zip(*residuals, strict=True)
    return np.stack(linear, 1), np.stack(angular, 1)


def _of_tree(
    motion: WorldMotion, tree: RootedTree, force: Array, moment: Array, torques: Array
) -> tuple[Array, Array]:
    character, own = motion.character, tree.bodies
    position, force, moment = motion.position[motion.judged][:, own], force[:, own], moment[:, own]
    mass = np.array([character.bodies[b].mass for b in own])
    centre = (mass[:, None] * position).sum(1) / mass.sum()
    linear = force.sum(1)
    angular = (moment + np.cross(position - centre[:, None], force)).sum(1)

    jet = jet_force(tree, torques[motion.judged])
    missing = np.array([letter not in tree.root.translation for letter in "XYZ"])
    held = np.where(missing, linear, 0.0)
    arm = motion.position[motion.judged, tree.base] - centre
    linear = linear - held - jet
    angular = angular - np.cross(arm, held + jet)
    return linear, _about_free_axes(motion, tree, angular, torques)


def jet_force(tree: RootedTree, torques: Array) -> Array:
    """(K, 3) force at the root's center [N], world, of generalized forces (K, n)."""
    jet = np.zeros((len(torques), 3))
    jet[:, ["XYZ".index(letter) for letter in tree.root.translation]] = torques[:, tree.shifts]
    return jet


def jet_torque(motion: WorldMotion, tree: RootedTree, torques: Array) -> Array:
    """(N, 3) smallest moment [N m], world, that is equivalent to the root's own generalized forces of (N, n)."""
    back = np.linalg.pinv(_root_axes(motion, tree))
    moment: Array = np.einsum("tij,tj->ti", back, torques[:, tree.turns])
    return moment


def _root_axes(motion: WorldMotion, tree: RootedTree) -> Array:
    """World directions (N, a, 3) of the root's successive axes."""
    frame = tree.root.frame
    return turned_axes(motion.reference @ frame, motion.turn[:, tree.base] @ frame, tree.root.axes)


def _about_free_axes(motion: WorldMotion, tree: RootedTree, angular: Array, torques: Array) -> Array:
    """(K, 3) the part of a moment about the root's axes, minus the root's own torques."""
    n_axes = len(tree.root.axes)
    if n_axes == 0:
        return np.zeros_like(angular)
    if n_axes == 3 and not torques[:, tree.turns].any():
        return angular
    axes = _root_axes(motion, tree)[motion.judged]
    back = np.linalg.pinv(axes)  # (K, 3, a): from torques about the axes to the moment in their span
    free = angular if n_axes == 3 else np.einsum("tij,tjk,tk->ti", back, axes, angular)
    moment: Array = free - jet_torque(motion, tree, torques)[motion.judged]
    return moment
