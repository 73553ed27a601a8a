"""From the world motion of rigid bodies to channels of an armature: a location and a rotation per bone and frame.

A bone's pose is parent pose, then rest offset, then basis; the basis is what animators key. S frames throughout.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..rotations import (
    continuous_signs,
    matrix_from_quaternion,
    quaternion_from_matrix,
    quaternion_inverse,
    quaternion_product,
)


@dataclass(frozen=True, eq=False)
class Bone:
    """A bone of an armature in the rest pose, armature space; Blender's rules of inheritance.

    Attributes:
        name: of the bone.
        parent: index of the parent in the list, which is earlier; -1 for none.
        axes: (3, 3) columns are local X, Y, Z.
        head: (3,).
        inherits_rotation: whether it turns with its parent.
        has_local_location: whether its location is along its own axes.
    """

    name: str
    parent: int
    axes: Array
    head: Array
    inherits_rotation: bool = True
    has_local_location: bool = True


@dataclass(frozen=True, eq=False)
class RigidMotion:
    """Rigid motion of a bone from its rest pose, armature space: x moves to ``shift + turn @ x``.

    Attributes:
        turn: (S, 3, 3).
        shift: (S, 3).
    """

    turn: Array
    shift: Array


@dataclass(frozen=True, eq=False)
class RestStretch:
    """How a body is longer or shorter in the rest pose, and where it is then: x goes to moved + matrix (x - center).

    Attributes:
        matrix: (3, 3).
        center: (3,).
        moved: (3,).
    """

    matrix: Array
    center: Array
    moved: Array

    def at(self, point: Array) -> Array:
        """Where a point (3,) of the body goes."""
        return np.asarray(self.moved + self.matrix @ (point - self.center))

    def along(self, axes: Array) -> Array:
        """(3,) factors along a bone's axes (3, 3); what shears them is left out, as no bone can show it."""
        return np.asarray(np.diag(axes.T @ self.matrix @ axes))


def rigid_motion(
    position: Array, orientation: Array, rest_position: ArrayLike, rest_orientation: ArrayLike
) -> RigidMotion:
    """RigidMotion of a body from its rest pose: x moves to X(t) + R(t) (x - X_rest).

    Args:
        position: X (N, 3), world [m].
        orientation: (N, 4) wxyz, world.
        rest_position: (3,) X_rest, world [m].
        rest_orientation: (4,) wxyz, world.
    """
    turn = matrix_from_quaternion(quaternion_product(orientation, quaternion_inverse(rest_orientation)))
    return RigidMotion(turn, position - turn @ np.asarray(rest_position, float))


def in_space(
    motion: RigidMotion, origin: Array, rotation: Array, scale: float, *, seen_from: tuple[Array, Array]
) -> RigidMotion:
    """A world motion as seen in a space that may move.

    Args:
        motion: since the rest pose, world.
        origin: (3,) where the space stands in the rest pose: world = origin + scale * rotation @ local.
        rotation: (3, 3).
        scale: of the space, always.
        seen_from: origins (S, 3) and rotations (S, 3, 3) of the space during the motion.
    """
    there, turned = seen_from
    back = np.swapaxes(turned, 1, 2)
    turn = back @ motion.turn @ rotation
    shift = np.einsum("sij,sj->si", back, motion.shift + motion.turn @ origin - there) / scale
    return RigidMotion(turn, shift)


def basis_channels(
    bones: Sequence[Bone],
    motions: Mapping[str, RigidMotion],
    locations: Mapping[str, Array],
    n_frames: int,
    stretches: Mapping[str, RestStretch],
) -> tuple[dict[str, Array], dict[str, Array]]:
    """Rotations (S, 3, 3) of the bones in ``motions`` and locations (S, 3) of those that take one.

    A moving bone takes a location where ``locations`` names it with NaN: as much as its motion needs. Other
    arrays (S, 3) move a bone in armature space without turning it. The rest stay as their parents carry them.
    Bones whose bodies are stretched are scaled, and do not inherit the scale of others; all others do.
    """
    shapes: list[Array] = []  # (S, 3, 3) turned and scaled
    heads: list[Array] = []
    rotations: dict[str, Array] = {}
    shifts: dict[str, Array] = {}
    for bone in bones:
        stretch = stretches.get(bone.name)
        shape, head, place = _carried(bone, bones, shapes, heads, n_frames, inherits_scale=stretch is None)
        if bone.name in motions:
            motion = motions[bone.name]
            wanted = motion.turn @ bone.axes
            # the key line: basis = carried^-1 wanted
            rotations[bone.name] = np.swapaxes(shape, 1, 2) @ wanted
            shape = wanted if stretch is None else wanted * stretch.along(bone.axes)
        if bone.name in locations:
            given, rest = locations[bone.name], bone.head if stretch is None else stretch.at(bone.head)
            goal = (
                motions[bone.name].shift + motions[bone.name].turn @ rest
                if np.isnan(given).any()
                else head + given
            )
            shifts[bone.name] = np.einsum("tji,tj->ti", place, goal - head)
            head = goal
        shapes.append(shape)
        heads.append(head)
    return rotations, shifts


def _carried(
    bone: Bone,
    bones: Sequence[Bone],
    shapes: list[Array],
    heads: list[Array],
    n_frames: int,
    *,
    inherits_scale: bool,
) -> tuple[Array, Array, Array]:
    """Axes and head that the parent alone would give, and the axes along which the bone's location counts."""
    ones = np.broadcast_to(np.eye(3), (n_frames, 3, 3))
    rest = np.broadcast_to(bone.axes, (n_frames, 3, 3))
    if bone.parent < 0:
        free = bone.inherits_rotation and bone.has_local_location
        return rest, np.broadcast_to(bone.head, (n_frames, 3)), rest if free else ones
    parent = bones[bone.parent]
    above = shapes[bone.parent]
    head = heads[bone.parent] + above @ (parent.axes.T @ (bone.head - parent.head))
    full = (above if inherits_scale else _upright(above)) @ (parent.axes.T @ bone.axes)
    place = full if bone.has_local_location else above
    return (full if bone.inherits_rotation else rest), head, place


def _upright(shape: Array) -> Array:
    """Rotations (S, 3, 3) that Blender makes of axes that are scaled and sheared: Y stays, X and Z share the rest."""
    y = _unit(shape[..., 1])
    x, z = (_unit(side - (side * y).sum(-1, keepdims=True) * y) for side in (shape[..., 0], shape[..., 2]))
    x = _unit(x + np.cross(y, z))
    return np.stack([x, y, np.cross(x, y)], axis=-1)


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def quaternion_channels(rotation: Array) -> Array:
    """(S, 4) wxyz, never jumping to the other side; the first has w >= 0."""
    quaternions = continuous_signs(quaternion_from_matrix(rotation))
    return -quaternions if quaternions[0, 0] < 0 else quaternions


def axis_angle_channels(rotation: Array) -> Array:
    """(S, 4) angle, x, y, z; the axis never flips, and where nothing turns it is the nearest one's."""
    quaternions = quaternion_channels(rotation)
    sine = np.linalg.norm(quaternions[:, 1:], axis=1)
    turning = np.flatnonzero(sine > 1e-6)
    if len(turning) == 0:
        return np.tile([0.0, 0.0, 1.0, 0.0], (len(rotation), 1))
    nearest = turning[np.abs(np.arange(len(rotation))[:, None] - turning).argmin(1)]
    axes = quaternions[nearest, 1:] / sine[nearest, None]
    flips = np.cumprod(np.concatenate([[1.0], np.where((axes[1:] * axes[:-1]).sum(1) < 0, -1.0, 1.0)]))
    axes = axes * flips[:, None]
    angles = 2 * np.arctan2((quaternions[:, 1:] * axes).sum(1), quaternions[:, 0])
    return np.concatenate([np.unwrap(angles, period=4 * np.pi)[:, None], axes], axis=1)
