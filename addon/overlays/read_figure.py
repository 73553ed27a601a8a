"""The character of an armature in its current pose, as arrays."""

from collections.abc import Sequence

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.errors import InputError
from ...solver.rotations import matrix_from_quaternion
from ..blender.rest_pose import armature_data, body_bone, carrier_of, place_of
from ..blender.units import in_meters, world_matrix
from ..character.read_character import axis_limits
from .figure import Figure, JointRange

ARC_SHARE = 0.4  # of a bone's length: radius of its joint's arcs
ANYWHERE = 3.0  # rad; wider ranges are not drawn


def read_figure(armature_object: bpy.types.Object) -> Figure | None:
    """Bodies, contacts and the active joint's ranges; None without a valid character."""
    armature = armature_data(armature_object)
    bones = [bone for bone in armature.bones if bone.spacetime.is_body]
    try:
        place = place_of(armature_object)
        contacts = _contacts(armature_object)
    except InputError:  # the check list shows what is wrong
        return None
    if not bones:
        return None
    pose, to_world = armature_object.pose.bones, world_matrix(armature_object)
    matrices = to_world @ np.array([pose[bone.name].matrix for bone in bones], float)
    scales = np.linalg.norm(matrices[:, :3, :3], axis=1, keepdims=True)
    turns = matrices[:, :3, :3] / scales
    center, rotation, diameters = _numbers(bones)
    length = np.linalg.norm(rotation, axis=1, keepdims=True)
    rotation = np.where(length > 1e-6, rotation / np.maximum(length, 1e-6), [1.0, 0.0, 0.0, 0.0])
    centres = np.einsum("bij,bj->bi", matrices[:, :3, :3], center) + matrices[:, :3, 3]
    axes = matrix_from_quaternion(rotation)
    radii = np.linalg.norm(scales.swapaxes(1, 2) * axes, axis=1) * diameters / 2
    selected = np.array([is_selected(pose[bone.name], armature_object) for bone in bones])
    points = np.array([point for point, _, _ in contacts]).reshape(-1, 3)
    return Figure(
        centres,
        turns @ axes,
        radii,
        selected,
        tuple(
            each
            for bone, is_chosen in zip(bones, selected, strict=True)
            if is_chosen and bone == armature.bones.active
            for each in _ranges(pose[bone.name], to_world, place.scale)
        ),
        points @ to_world[:3, :3].T + to_world[:3, 3],
        np.array([patch for _, patch, _ in contacts]),
        np.array([chosen for _, _, chosen in contacts], bool),
        float(np.ptp(centres, axis=0).max() + 2 * radii.max()),
        is_posed=armature_object.mode == "POSE",
    )


def _numbers(bones: Sequence[bpy.types.Bone]) -> tuple[Array, Array, Array]:
    """Stored centers (B, 3), rotations (B, 4) and diameters (B, 3) of bodies."""
    bodies = [bone.spacetime for bone in bones]
    stored = np.array([body.center[:] + body.rotation[:] + body.diameters[:] for body in bodies], float)
    return stored[:, :3], stored[:, 3:7], stored[:, 7:]


def read_body(armature_object: bpy.types.Object, bone: bpy.types.Bone) -> tuple[Array, Array, float]:
    """Center (3,) [m] and axes (3, 3) of a bone's posed body, world, and meters per unit of the armature.

    Raises:
        InputError: the armature's scale is uneven.
    """
    place = place_of(armature_object)
    matrix = world_matrix(armature_object) @ np.array(armature_object.pose.bones[bone.name].matrix, float)
    (center,), (rotation,), _ = _numbers([bone])
    length = float(np.linalg.norm(rotation))
    own = matrix_from_quaternion(rotation / length if length > 1e-6 else np.array([1.0, 0.0, 0.0, 0.0]))
    centre = matrix[:3, :3] @ center + matrix[:3, 3]
    return centre, matrix[:3, :3] / np.linalg.norm(matrix[:3, :3], axis=0) @ own, place.scale


def is_selected(pose_bone: bpy.types.PoseBone, armature_object: bpy.types.Object) -> bool:
    """Whether a bone is selected in Pose Mode."""
    if armature_object.mode != "POSE":
        return False
    owner = pose_bone if hasattr(pose_bone, "select") else pose_bone.bone  # on the bone before Blender 5
    return bool(owner.select)


def _contacts(armature_object: bpy.types.Object) -> list[tuple[Array, float, bool]]:
    """Posed point in armature space, patch radius [m], and whether the bone is selected, per contact."""
    armature, pose = armature_data(armature_object), armature_object.pose.bones
    found: list[tuple[Array, float, bool]] = []
    for contact in armature.spacetime.contacts:
        bone = armature.bones.get(contact.bone)
        carrier = body_bone(bone) if bone is not None else None
        if carrier is None:
            continue
        moved = pose[carrier.name].matrix @ carrier.matrix_local.inverted()
        chosen = is_selected(pose[contact.bone], armature_object)
        found.append((np.array(moved @ contact.point, float), in_meters(float(contact.twist_radius)), chosen))
    return found


def _ranges(pose_bone: bpy.types.PoseBone, to_world: Array, scale: float) -> list[JointRange]:
    """Limits about each axis of the bone with its joint at rest."""
    bone = pose_bone.bone
    above = carrier_of(bone)
    carrier = body_bone(above) if above is not None else None
    if carrier is None:
        return []
    carried = pose_bone.id_data.pose.bones[carrier.name].matrix @ carrier.matrix_local.inverted()
    rest = to_world @ np.array(carried @ bone.matrix_local, float)
    frame = rest[:3, :3] / np.linalg.norm(rest[:3, :3], axis=0)
    radius = ARC_SHARE * scale * bone.length
    return [
        JointRange(letter, rest[:3, 3], frame, ends, radius)
        for letter, ends in axis_limits(pose_bone).items()
        if ends[1] - ends[0] < 2 * ANYWHERE
    ]
