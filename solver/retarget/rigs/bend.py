"""About which axis limbs bend, and axes that mean the same on two limbs, whatever their rest poses."""

import numpy as np

from ...arrays import Array
from ...mechanics.tree import tree_of
from ..creature import Creature
from ..ik.twist import frame_of
from ..limb import CreatureLimb

SEEN = 0.15  # mean sine of a bend above which a motion shows the axis
DRAWN = 0.08  # sine of a bend at rest above which the rest pose shows it


def limb_axes(creature: Creature, limb: CreatureLimb, turn: Array | None = None) -> Array:
    """(K, 3, 3) axes of the bodies of a limb at rest, creature frame, in columns.

    X leads along the body. Y is the axis about which the limb bends: as its motion shows, or its joints, or its rest
    pose; elbows point backward and knees forward where nothing else is known.

    Args:
        creature: with the limb.
        limb: any.
        turn: (F, B, 3, 3) rotations since rest of a motion; None: none is known.
    """
    ways = segments(creature, limb)
    axis = _of_motion(limb, ways, turn) if turn is not None else None
    for other in (_of_joints, _of_rest):
        axis = other(creature, limb, ways) if axis is None else axis
    if axis is None:
        is_leg = "foot" in creature.capabilities[limb.end]
        axis = np.cross(ways[0], [-1.0 if is_leg else 1.0, 0.0, 0.0])
        if np.linalg.norm(axis) < 1e-6:
            axis = np.array([0.0, 1.0, 0.0])
    frames: Array = frame_of(ways, np.broadcast_to(axis, ways.shape))
    return frames


def segments(creature: Creature, limb: CreatureLimb) -> Array:
    """(K, 3) from the joint of each body of a limb to the next, or to the handle of its end, at rest [m]."""
    bodies = list(limb.bodies)
    points = np.concatenate([creature.joint[bodies], creature.handle[[limb.end]]])
    ways = np.diff(points, axis=0)
    short = np.linalg.norm(ways, axis=1) < 1e-9
    ways[short] = [0.0, 0.0, -1e-3]
    return ways


def shares(creature: Creature, limb: CreatureLimb) -> Array:
    """(K,) how far along the limb the middle of each body is, 0 to 1."""
    lengths = np.linalg.norm(segments(creature, limb), axis=1)
    ends = lengths.cumsum()
    found: Array = (ends - lengths / 2) / ends[-1]
    return found


def _of_motion(limb: CreatureLimb, ways: Array, turn: Array) -> Array | None:
    """The mean axis, carried back to rest by the upper body; None if it hardly bends."""
    if len(limb.bodies) < 2:
        return None
    unit = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    upper, lower = turn[:, limb.bodies[0]], turn[:, limb.bodies[1]]
    across = np.cross(upper @ unit[0], lower @ unit[1])
    mean = np.einsum("fji,fj->fi", upper, across).mean(axis=0)
    size = float(np.linalg.norm(mean))
    return mean / size if size > SEEN else None


def _of_joints(creature: Creature, limb: CreatureLimb, ways: Array) -> Array | None:
    """The hinge of the second body, toward the side on which it has room."""
    tree, axes = tree_of(creature.character), creature.frame[1]
    for b in limb.bodies[1:]:
        own = np.flatnonzero((tree.body == b) & tree.rotation)
        if len(own) == 1:
            sign = 1.0 if tree.upper[own[0]] + tree.lower[own[0]] >= 0 else -1.0
            hinge: Array = sign * tree.axis[own[0]] @ axes
            return hinge
    return None


def _of_rest(creature: Creature, limb: CreatureLimb, ways: Array) -> Array | None:
    if len(ways) < 2:
        return None
    unit = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    across = np.cross(unit[0], unit[1])
    size = float(np.linalg.norm(across))
    return across / size if size > DRAWN else None
