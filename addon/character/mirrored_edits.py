"""Mirrors edits of a body or joint to the other side, regardless of bone roll."""

from typing import Any

import numpy as np
from bpy.types import Bone, Context, PoseBone, PropertyGroup

from ...solver.arrays import Array
from ...solver.character.side_names import other_side as other_name
from ...solver.rotations import matrix_from_quaternion, quaternion_from_matrix
from ..blender.rest_pose import bone_axes

AUTO = "AUTO"  # rotation order
SAME = 1e-5  # relative; closer values are not written


def other_side(bone: Bone) -> str:
    """Name of the mirrored bone; may be empty."""
    name = bone.spacetime.mirror or other_name(bone.name)
    return name if name != bone.name and name in bone.id_data.bones else ""


def mirror_body(body: PropertyGroup, context: Context) -> None:
    """Copies an edited body's values to the other side."""
    armature = body.id_data
    if not armature.spacetime.use_mirror or not body.is_body:
        return
    bone = _owner(body)
    double = armature.bones.get(other_side(bone)) if bone is not None else None
    if bone is None or double is None or not double.spacetime.is_body:
        return
    armature.spacetime.use_mirror = False  # else values not copied yet would be overwritten
    try:
        copy_mirrored(bone, double)
    finally:
        armature.spacetime.use_mirror = True


def mark_as_certain(part: PropertyGroup, context: Context) -> None:
    """Marks a bone chosen by the artist as certain."""
    part.confidence = 1.0 if part.bone else 0.0


def copy_mirrored(bone: Bone, double: Bone) -> None:
    """Mirrors a body and its muscles to the other side."""
    turn = _mirror_turn(bone, double)
    to = np.abs(turn)
    here, there = bone.spacetime, double.spacetime
    axes = turn @ matrix_from_quaternion(np.array(here.rotation, float)) * np.array([1.0, 1.0, -1.0])
    if abs(here.mass - there.mass) > SAME * here.mass:
        there.mass = here.mass
    _write(there, "diameters", np.array(here.diameters))
    _write(there, "center", turn @ np.array(here.center))
    rotation = quaternion_from_matrix(axes)
    if abs(rotation @ np.array(there.rotation)) < 1 - SAME:
        there.rotation = rotation
    nearest = np.eye(3)[to.argmax(1)]
    if here.order != AUTO:
        order = "".join("XYZ"[int(to["XYZ".index(letter)].argmax())] for letter in here.order)
        if there.order != order:
            there.order = order
    _write(there, "torque_limits", nearest @ np.array(here.torque_limits))
    _write(there, "preferred", -(nearest * np.sign(turn)) @ np.array(here.preferred))


def copy_limits_mirrored(pose_bone: PoseBone, double: PoseBone) -> None:
    """Mirrors joint limits and locks to the other side."""
    turn = _mirror_turn(pose_bone.bone, double.bone)
    for i, letter in enumerate("xyz"):
        k = int(np.abs(turn[:, i]).argmax())
        other = "xyz"[k]
        properties: dict[str, Any] = {
            name: getattr(pose_bone, f"{name}_{letter}") for name in ("lock_ik", "use_ik_limit")
        }
        ends = getattr(pose_bone, f"ik_min_{letter}"), getattr(pose_bone, f"ik_max_{letter}")
        lowest, highest = (-ends[1], -ends[0]) if turn[k, i] > 0 else ends  # reflection reverses rotations
        for name, value in (properties | {"ik_min": lowest, "ik_max": highest}).items():
            if abs(getattr(double, f"{name}_{other}") - value) > SAME:  # equal values need no update
                setattr(double, f"{name}_{other}", value)


def _mirror_turn(bone: Bone, double: Bone) -> Array:
    """Matrix (3, 3) from a vector in the bone's axes to its mirror image in the double's axes."""
    here, there = bone_axes(bone), bone_axes(double)
    between = np.array(bone.head_local - double.head_local) + np.array(bone.tail_local - double.tail_local)
    size = float(np.linalg.norm(between))
    across = between / size if size > 1e-9 else np.array([1.0, 0.0, 0.0])
    mirror = np.eye(3) - 2 * np.outer(across, across)
    turn: Array = there.T @ mirror @ here
    return turn


def _write(group: PropertyGroup, name: str, values: Array) -> None:
    """Writes values that differ."""
    now = np.array(getattr(group, name))
    if np.abs(now - values).max() > SAME * max(float(np.abs(values).max()), 1e-6):
        setattr(group, name, values)


def _owner(body: PropertyGroup) -> Bone | None:
    """The bone of a body, since Blender provides no path for properties of bones."""
    address = body.as_pointer()
    return next((bone for bone in body.id_data.bones if bone.spacetime.as_pointer() == address), None)
