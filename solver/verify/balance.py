"""Momentum balance of every tree."""

import numpy as np

from ..arrays import Array
from ..mechanics.euler import turned_axes
from ..motion.world_motion import WorldMotion
from .newton_euler import missing_wrenches
from .trees import RootedTree, rooted_trees


def balance(motion: WorldMotion, torques: Array) -> tuple[Array, Array]:
    """What no force explains: sum m a - sum f - m g, and dL/dt - sum r x f about the centre of mass.

    Each tree by itself. The forces are gravity, those at contacts and holds, the jets of its root joint and,
    where the root joint lacks a translation or an axis, whatever the world must do there to hold it.

    Args:
        motion: the claims.
        torques: (N, n) generalised forces, as mechanics.tree.Tree orders them.

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
    """(K, 3) force at the root's centre [N], world, of generalised forces (K, n)."""
    jet = np.zeros((len(torques), 3))
    jet[:, ["XYZ".index(letter) for letter in tree.root.translation]] = torques[:, tree.shifts]
    return jet


def jet_torque(motion: WorldMotion, tree: RootedTree, torques: Array) -> Array:
    """(N, 3) least moment [N m], world, that does the work of the root's own of generalised forces (N, n)."""
    back = np.linalg.pinv(_root_axes(motion, tree))
    moment: Array = np.einsum("tij,tj->ti", back, torques[:, tree.turns])
    return moment


def _root_axes(motion: WorldMotion, tree: RootedTree) -> Array:
    """World directions (N, a, 3) of the root's successive axes."""
    frame = tree.root.frame
    return turned_axes(motion.reference @ frame, motion.turn[:, tree.base] @ frame, tree.root.axes)


def _about_free_axes(motion: WorldMotion, tree: RootedTree, angular: Array, torques: Array) -> Array:
    """The part (K, 3) of a moment that can turn the root, less the root's own torques."""
    n_axes = len(tree.root.axes)
    if n_axes == 0:
        return np.zeros_like(angular)
    if n_axes == 3 and not torques[:, tree.turns].any():
        return angular
    axes = _root_axes(motion, tree)[motion.judged]
    back = np.linalg.pinv(axes)  # (K, 3, a): the moment within the axes' span that does given work
    free = angular if n_axes == 3 else np.einsum("tij,tjk,tk->ti", back, axes, angular)
    moment: Array = free - jet_torque(motion, tree, torques)[motion.judged]
    return moment
