"""The rest pose with knees and elbows bent a little, so that a straight limb knows which way to bend."""

import numpy as np

from ...arrays import Array
from ...mechanics.kinematics import Kinematics
from ...mechanics.tree import tree_of
from ..creature import Creature

BEND = 0.25  # rad
ONE_SIDED = 0.2  # rad: difference of a joint's limits above which it bends one way


def bent_rest(creature: Creature) -> tuple[Array, Array]:
    """Joints (B, 3) and handles (B, 3) of the bent pose, creature frame [m].

    Joints bend by BEND toward the side on which their limits leave more room; free ones stay.
    """
    tree = tree_of(creature.character)
    room = tree.upper + tree.lower
    inner = tree.rotation & (tree.parent[tree.body] >= 0) & (np.abs(room) > ONE_SIDED)
    limit = np.where(room > 0, tree.upper, -tree.lower)
    angle = np.where(inner, np.sign(room) * np.minimum(BEND, limit), 0.0)
    in_limb = np.array([int(b) not in creature.spine for b in tree.body], bool)
    q = np.where(in_limb, angle, 0.0)
    origin, axes = creature.frame
    points = np.concatenate([creature.joint, creature.handle]) @ axes.T + origin
    bodies = np.tile(np.arange(len(creature.parent)), 2)
    posed = Kinematics(creature.character, points, bodies).forward(q[None]).points[:, 0].T
    inside = creature.inside(posed)
    return inside[: len(creature.parent)], inside[len(creature.parent) :]
