"""Toes without bodies, which the floor bends up when a foot rolls over its ball."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..fitting.rest_bone import RestBone
from ..job.surfaces import Box
from ..rotations import matrix_from_quaternion, rotation_about
from .pose_channels import RigidMotion

MOST = np.radians(75.0)
LEVEL = 0.5  # cosine to the ground up to which a bone of toes is plausible
ABOVE = 0.1  # m by which a foot's ball may sink into a box and still stand on it


@dataclass(frozen=True, eq=False)
class BendingToes:
    """Toes of a foot in the rest pose, world.

    Attributes:
        bone: that turns.
        foot: the body that carries it.
        joint: (3,) where it turns [m].
        tip: (3,) the sole below its end [m].
        axis: (3,) unit vector about which a positive turn lifts the tip.
        ground: height of the ground [m].
        boxes: that the foot may stand on.
    """

    bone: str
    foot: str
    joint: Array
    tip: Array
    axis: Array
    ground: float
    boxes: tuple[Box, ...] = ()


def lies_ahead(bone: RestBone) -> bool:
    """Whether a bone of toes lies along the ground; in captures, some are points or hang from the ball."""
    ahead = bone.tail - bone.head
    return bool(np.linalg.norm(ahead[:2]) > max(LEVEL * np.linalg.norm(ahead), 1e-6))


def toes_of_bone(
    bone: RestBone, foot: str, *, sole: float, ground: float, boxes: Sequence[Box] = ()
) -> BendingToes:
    """Toes from a bone of the rest pose above a sole of given height [m]."""
    ahead = (bone.tail - bone.head) * np.array([1.0, 1.0, 0.0])
    axis = np.cross(ahead / np.linalg.norm(ahead), [0.0, 0.0, 1.0])
    tip = np.array([bone.tail[0], bone.tail[1], sole])
    return BendingToes(bone.name, foot, bone.head, tip, axis, ground, tuple(boxes))


def bent(toes: BendingToes, foot: RigidMotion) -> RigidMotion:
    """World motion of the toes of a moving foot from the rest pose."""
    turned = foot.turn @ matrix_from_quaternion(rotation_about(toes.axis, bends(toes, foot)))
    return RigidMotion(turned, foot.shift + (foot.turn - turned) @ toes.joint)


def bends(toes: BendingToes, foot: RigidMotion) -> Array:
    """(S,) least angles, none below 0, at which the tip is not below the floor [rad].

    At angle a, the tip is a cos + b sin + c high, of what is across the axis and along it.
    """
    joint = foot.shift + foot.turn @ toes.joint
    way = toes.tip - toes.joint
    along = (way @ toes.axis) * toes.axis
    a, b, c = (foot.turn[:, 2] @ part for part in (way - along, np.cross(toes.axis, way), along))
    missing = _floor(toes, joint) - joint[:, 2] - c
    share = np.clip(missing / np.maximum(np.hypot(a, b), 1e-12), -1.0, 1.0)
    angle = np.arctan2(b, a) % (2 * np.pi) - np.arccos(share)
    bend: Array = np.where(a < missing, np.clip(angle, 0.0, MOST), 0.0)
    return bend


def _floor(toes: BendingToes, points: Array) -> Array:
    """(S,) height of the ground or box below points (S, 3) [m]."""
    floor = np.full(len(points), toes.ground)
    for box in toes.boxes:
        turn = matrix_from_quaternion(rotation_about(np.array([0.0, 0.0, 1.0]), np.array(box.yaw)))
        seen = (points - np.array(box.centre)) @ turn
        half = np.array(box.size) / 2
        is_on = (np.abs(seen[:, :2]) <= half[:2]).all(axis=1) & (seen[:, 2] > half[2] - ABOVE)
        floor[is_on] = np.maximum(floor[is_on], box.centre[2] + half[2])
    return floor
