"""Converts rigid motion of bodies to channels of an armature: location and rotation per bone and frame.

A bone's pose is the product of the parent's pose, its rest offset, and its basis, which is what animators key. S is the
number of frames.
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

SCALED = 1e-9  # of a length; less is rounding


@dataclass(frozen=True, eq=False)
class Bone:
    """A bone of an armature in the rest pose, armature space, with Blender's inheritance settings.

    Attributes:
        name: of the bone.
        parent: index of the parent, which is earlier in the list; -1 for none.
        axes: (3, 3) columns are local X, Y, Z.
        head: (3,).
        inherits_rotation: whether it rotates with its parent.
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
    """Affine map of a longer or shorter body in the rest pose: x moves to moved + matrix (x - center).

    Attributes:
        matrix: (3, 3).
        center: (3,).
        moved: (3,).
    """

    matrix: Array
    center: Array
    moved: Array

    def at(self, point: Array) -> Array:
        """(3,) the image of a point (3,) of the body."""
        return np.asarray(self.moved + self.matrix @ (point - self.center))

    def along(self, axes: Array) -> Array:
        """(3,) scale along a bone's axes (3, 3), without shear, which bones do not support."""
        return np.asarray(np.diag(axes.T @ self.matrix @ axes))


def rigid_motion(
    position: Array, orientation: Array, rest_position: ArrayLike, rest_orientation: ArrayLike
) -> RigidMotion:
    """Motion of a body from its rest pose: x moves to X(t) + R(t) (x - X_rest).

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
    """Converts a world motion to a space that may move.

    Args:
        motion: from the rest pose, world.
        origin: (3,) of the space in the rest pose: world = origin + scale * rotation @ local.
        rotation: (3, 3) of the space in the rest pose.
        scale: of the space, constant.
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
    """Rotations and locations as of ``scaled_basis_channels``, of a motion without scaled bones."""
    rotations, shifts, _ = scaled_basis_channels(bones, motions, locations, n_frames, stretches, {})
    return rotations, shifts


def scaled_basis_channels(
    bones: Sequence[Bone],
    motions: Mapping[str, RigidMotion],
    locations: Mapping[str, Array],
    n_frames: int,
    stretches: Mapping[str, RestStretch],
    sizes: Mapping[str, Array],
) -> tuple[dict[str, Array], dict[str, Array], dict[str, Array]]:
    """Rotations (S, 3, 3) of the bones in ``motions``, and locations (S, 3) of those in ``locations``.

    A location with NaN is computed from the bone's motion; others (S, 3) translate a bone in armature space. All other
    bones move with their parents. Bones of stretched bodies are scaled and do not inherit scale; all others do.
    ``sizes`` (S, 3) of other bones are factors along their axes; bones in ``motions`` below them keep their size.

    Returns:
        Rotations (S, 3, 3), locations (S, 3), and scales (S, 3) of bones of a size and those that keep theirs.
    """
    shapes: list[Array] = []  # (S, 3, 3) turned and scaled
    heads: list[Array] = []
    rotations: dict[str, Array] = {}
    scales: dict[str, Array] = {}
    shifts: dict[str, Array] = {}
    for bone in bones:
        stretch = stretches.get(bone.name)
        shape, head, place = _carried(bone, bones, shapes, heads, n_frames, inherits_scale=stretch is None)
        if bone.name in motions:
            motion = motions[bone.name]
            desired = motion.turn @ bone.axes
            # basis = (pose by the parent alone)^-1 x desired pose
            above, rotations[bone.name] = shape, _turned_to(shape, desired)
            shape = desired if stretch is None else desired * stretch.along(bone.axes)
            inherited = np.linalg.norm(above @ rotations[bone.name], axis=1)
            size = sizes.get(bone.name, np.ones((n_frames, 3)))
            if stretch is None and (bone.name in sizes or np.abs(inherited - 1).max() > SCALED):
                scales[bone.name], shape = size / inherited, desired * size[:, None, :]
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
    return rotations, shifts, scales


def _turned_to(shape: Array, desired: Array) -> Array:
    """Rotations (S, 3, 3) of a basis that bring axes, possibly scaled, to desired ones."""
    basis = np.swapaxes(shape, 1, 2) @ desired
    if np.abs(np.linalg.norm(shape, axis=1) - 1).max() < SCALED:
        return basis
    left, _, right = np.linalg.svd(np.linalg.solve(shape, desired))
    return np.asarray(left @ right)


def _carried(
    bone: Bone,
    bones: Sequence[Bone],
    shapes: list[Array],
    heads: list[Array],
    n_frames: int,
    *,
    inherits_scale: bool,
) -> tuple[Array, Array, Array]:
    """Axes and head with the bone's basis at identity, and the axes of its location."""
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
    """Rotations (S, 3, 3) from scaled and sheared axes as in Blender: Y is kept, X and Z are adjusted equally."""
    y = _unit(shape[..., 1])
    x, z = (_unit(side - (side * y).sum(-1, keepdims=True) * y) for side in (shape[..., 0], shape[..., 2]))
    x = _unit(x + np.cross(y, z))
    return np.stack([x, y, np.cross(x, y)], axis=-1)


def _unit(vectors: Array) -> Array:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def quaternion_channels(rotation: Array) -> Array:
    """(S, 4) wxyz, continuous in sign; the first has w >= 0."""
    quaternions = continuous_signs(quaternion_from_matrix(rotation))
    return -quaternions if quaternions[0, 0] < 0 else quaternions


def axis_angle_channels(rotation: Array) -> Array:
    """(S, 4) angle, x, y, z, without flips of the axis; for zero rotation, the axis of the nearest other frame."""
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
