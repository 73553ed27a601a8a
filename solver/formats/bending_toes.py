"""Toes without bodies, which the floor bends up as a foot rolls over its ball."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..fitting.rest_bone import RestBone
from ..job.planes import contact_plane
from ..job.surfaces import Box
from ..rotations import matrix_from_quaternion, rotation_about
from .pose_channels import RigidMotion

MOST = np.radians(75.0)
LEVEL = 0.5  # minimum cosine to the ground of a plausible toe bone
ABOVE = 0.1  # m; maximum depth of a foot's ball in a box on which it still stands


@dataclass(frozen=True, eq=False)
class BendingToes:
    """Toes of a foot in the rest pose, world.

    Attributes:
        bone: name of the toe bone.
        foot: name of the foot's body.
        joint: (3,) position of the joint [m].
        tip: (3,) the sole below the bone's end [m].
        axis: (3,) unit vector about which a positive rotation lifts the tip.
        ground: height of the ground [m].
        boxes: on which the foot may stand.
    """

    bone: str
    foot: str
    joint: Array
    tip: Array
    axis: Array
    ground: float
    boxes: tuple[Box, ...] = ()


def lies_ahead(bone: RestBone) -> bool:
    """Whether a toe bone lies along the ground; in captures, some have no length or hang from the ball."""
    ahead = bone.tail - bone.head
    return bool(np.linalg.norm(ahead[:2]) > max(LEVEL * np.linalg.norm(ahead), 1e-6))


def toes_of_bone(
    bone: RestBone, foot: str, *, sole: float, ground: float, boxes: Sequence[Box] = ()
) -> BendingToes:
    """Toes from a bone in the rest pose, above a sole at a given height [m]."""
    ahead = (bone.tail - bone.head) * np.array([1.0, 1.0, 0.0])
    axis = np.cross(ahead / np.linalg.norm(ahead), [0.0, 0.0, 1.0])
    tip = np.array([bone.tail[0], bone.tail[1], sole])
    return BendingToes(bone.name, foot, bone.head, tip, axis, ground, tuple(boxes))


def bent(toes: BendingToes, foot: RigidMotion) -> RigidMotion:
    """World motion of the toes from the rest pose, by that of the foot."""
    turned = foot.turn @ matrix_from_quaternion(rotation_about(toes.axis, bends(toes, foot)))
    return RigidMotion(turned, foot.shift + (foot.turn - turned) @ toes.joint)


def bends(toes: BendingToes, foot: RigidMotion) -> Array:
    """(S,) minimum angles, at least 0, with which the tip is not below the floor [rad].

    At an angle t, the tip is a cos t + b sin t + c above the joint, along the floor's normal; a and b are from its
    offset perpendicular to the axis, c from that along the axis.
    """
    joint = foot.shift + foot.turn @ toes.joint
    way = toes.tip - toes.joint
    along = (way @ toes.axis) * toes.axis
    height, normal = _floor(toes, joint)
    seen = np.einsum("sij,si->sj", foot.turn, normal)
    a, b, c = (seen @ part for part in (way - along, np.cross(toes.axis, way), along))
    missing = -height - c
    share = np.clip(missing / np.maximum(np.hypot(a, b), 1e-12), -1.0, 1.0)
    angle = np.arctan2(b, a) % (2 * np.pi) - np.arccos(share)
    bend: Array = np.where(a < missing, np.clip(angle, 0.0, MOST), 0.0)
    return bend


def _floor(toes: BendingToes, points: Array) -> tuple[Array, Array]:
    """Heights (S,) of points (S, 3) above the ground or box below them, along its normals (S, 3) [m]."""
    heights, normals = points[:, 2] - toes.ground, np.tile([0.0, 0.0, 1.0], (len(points), 1))
    highest = np.full(len(points), toes.ground)
    for box in toes.boxes:
        top = contact_plane(box)
        assert top.half is not None
        above, floor = top.heights(points), top.drop(points)[:, 2]
        aside = np.abs((points - top.point) @ top.turn[:, :2])
        is_on = (aside <= top.half).all(axis=1) & (above > -ABOVE) & (floor > highest)
        heights[is_on], normals[is_on], highest[is_on] = above[is_on], top.normal, floor[is_on]
    return heights, normals
