"""Reads an armature's bodies, joints and contacts into a Character in world space."""

import math
from collections.abc import Iterable, Sequence

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from ...solver.errors import InputError
from ...solver.fitting.rest_bone import RestBone
from ...solver.formats.armature_motion import ArmaturePlace
from ...solver.rotations import matrix_from_quaternion, quaternion_from_matrix
from ..blender.rest_pose import (
    armature_data,
    body_bone,
    body_bones,
    body_line,
    facing_of,
    place_of,
    rest_bones,
)
from ..blender.units import in_kilograms, in_meters
from ..blender.vectors import vector
from .mirrored_edits import AUTO, other_side
from .properties import FIXED, PLANE

MIDDLE_LIMIT = math.radians(85)  # beyond 90 degrees the outer two of three axes would coincide
STRAIGHT = 1e-5  # rad, and m; smaller deviations are rounding
SQUARE = 1 - 1e-6  # cosine; planar characters must face a world axis this exactly
Limits = tuple[float, float]


def read_character(armature_object: bpy.types.Object) -> Character:
    """Bodies, joints and contacts of an armature in the rest pose, world space.

    Raises:
        InputError: naming the invalid bone and a remedy.
    """
    armature, place = armature_data(armature_object), place_of(armature_object)
    bones = body_bones(armature)
    if not bones:
        raise InputError(f"no bone of '{armature_object.name}' has a body; press Fit Bodies first")
    parents = {bone.name: next(iter(body_line(bone)), None) for bone in bones}
    main, *others = _roots(bones)
    names, rests = {bone.name for bone in bones}, rest_bones(bones, place)
    roles = {str(entry.bone): str(entry.name) for entry in armature.spacetime.bone_map}
    axes = np.array([rest.axes for rest in rests])
    of_bodies = quaternion_from_matrix(axes @ matrix_from_quaternion(_rotations(bones)))
    of_joints = quaternion_from_matrix(axes)
    bodies = {
        bone.name: _rigid_body(bone, rest, orientation, scale=place.scale, role=roles.get(bone.name, ""))
        for bone, rest, orientation in zip(bones, rests, of_bodies, strict=True)
    }
    pairs = tuple(
        (bone.name, mirrored)
        for bone in sorted(bones, key=lambda bone: str(bone.name))
        if bone.name < (mirrored := other_side(bone)) in names
    )
    facing = facing_of(armature_object)
    own = {bone.name for bone in bones if main in [bone, *body_line(bone)]}  # others may face elsewhere
    across = _across([(bodies[a], bodies[b]) for a, b in pairs if a in own], facing)
    root = _root(main.name, armature.spacetime, facing, across)
    carrying = {parent.name for parent in parents.values() if parent is not None}
    return Character(
        name=armature_object.name,
        bodies=tuple(bodies.values()),
        joints=tuple(
            _joint(
                bone, rest, orientation, parent=parent.name, pose_bone=armature_object.pose.bones[bone.name]
            )
            for bone, rest, orientation in zip(bones, rests, of_joints, strict=True)
            if (parent := parents[bone.name]) is not None
        ),
        contacts=tuple(_contact(contact, armature_object, place) for contact in armature.spacetime.contacts),
        root=root,
        mirror_pairs=pairs,
        others=tuple(_other_root(bone.name, root, carries=bone.name in carrying) for bone in others),
    )


def _roots(bones: Iterable[bpy.types.Bone]) -> list[bpy.types.Bone]:
    """The character's root, and the roots of other characters and props.

    Raises:
        InputError: the first root is ambiguous or missing.
    """
    first = [bone for bone in bones if not bone.spacetime.is_root and not body_line(bone)]
    others = [bone for bone in bones if bone.spacetime.is_root]
    if not first:
        raise InputError(f"all bodies move by themselves; disable Moves by Itself for '{others[0].name}'")
    if len(first) > 1:
        raise InputError(
            f"the bones '{first[0].name}' and '{first[1].name}' have bodies but no parent with one; "
            f"parent '{first[1].name}' below '{first[0].name}', remove its body, or enable Moves by Itself for it"
        )
    return [*first, *others]


def _other_root(body: str, root: RootJoint, *, carries: bool) -> RootJoint:
    """Root of a second character, constrained like the first, or of a prop, which may rotate freely."""
    limits = root.limits if carries else ()
    return RootJoint(body, root.translation or "XYZ", root.axes or "ZXY", limits, facing=root.facing)


def _across(pairs: list[tuple[RigidBody, RigidBody]], facing: Array) -> Array:
    """Level direction (3,) between the two sides of a character, of any length and sign."""
    apart = [np.subtract(a.position, b.position) for a, b in pairs]
    level = np.mean(apart, axis=0) * [1.0, 1.0, 0.0] if apart else np.zeros(3)
    return level if np.linalg.norm(level) > STRAIGHT else np.cross([0.0, 0.0, 1.0], facing)


def _root(body: str, settings: bpy.types.PropertyGroup, facing: Array, across: Array) -> RootJoint:
    """The root; one that may turn freely has somersaults as its last angle, which is never singular.

    Args:
        body: moved by it.
        settings: of the armature.
        facing: facing direction (3,).
        across: (3,) from one side to the other, normal of the mirror plane.

    Raises:
        InputError: its plane of motion is not one of the world's.
    """
    turn = settings.root_turn
    if settings.root_moves == FIXED:
        return RootJoint(body, translation="", axes="")
    if settings.root_moves == PLANE:
        if abs(facing).max() < SQUARE:
            raise InputError(
                "a character with planar movement must face along the world X or Y axis; rotate it"
            )
        along_x = abs(facing[0]) > abs(facing[1])
        limits = ((-turn, turn),) if turn > 0 else ()
        return RootJoint(body, "XZ" if along_x else "YZ", axes="Y" if along_x else "X", limits=limits)
    oblique = _oblique(across)
    if turn > 0:
        return RootJoint(body, limits=((-turn, turn),) * 3, facing=oblique)
    axes = "ZXY" if abs(facing[0]) > abs(facing[1]) else "ZYX"
    return RootJoint(body, axes=axes, facing=oblique)


def _oblique(facing: Array) -> float:
    """Angle [rad] of a direction (3,) from the nearest level world axis, exactly 0 along one."""
    angle = math.atan2(facing[1], facing[0])
    off = angle - round(angle / (math.pi / 2)) * math.pi / 2
    return off if abs(off) > STRAIGHT else 0.0


def _rotations(bones: Sequence[bpy.types.Bone]) -> Array:
    """Rotations (B, 4) of bodies in the axes of their bones.

    Raises:
        InputError: a rotation is zero.
    """
    rotations: Array = np.array([tuple(bone.spacetime.rotation) for bone in bones])
    sizes = np.linalg.norm(rotations, axis=1, keepdims=True)
    if sizes.min() < 1e-6:
        name = bones[int(sizes.argmin())].name
        raise InputError(f"the body of the bone '{name}' has no rotation; set it to 1, 0, 0, 0")
    unit: Array = rotations / sizes
    return unit


def _rigid_body(
    bone: bpy.types.Bone, rest: RestBone, orientation: Array, *, scale: float, role: str
) -> RigidBody:
    body = bone.spacetime
    return RigidBody(
        bone.name,
        mass=in_kilograms(body.mass),
        diameters=vector(scale * d for d in body.diameters),
        position=vector(rest.head + scale * rest.axes @ np.array(body.center, float)),
        orientation=_quaternion(orientation),
        role=role,
    )


def _joint(
    bone: bpy.types.Bone, rest: RestBone, orientation: Array, *, parent: str, pose_bone: bpy.types.PoseBone
) -> BodyJoint:
    limits = axis_limits(pose_bone)
    axes = axis_order(bone.spacetime.order, limits)
    if len(axes) == 3:
        lowest, highest = limits[axes[1]]
        limits[axes[1]] = (max(lowest, -MIDDLE_LIMIT), min(highest, MIDDLE_LIMIT))
    numbers = ["XYZ".index(letter) for letter in axes]
    ease = bone.spacetime.preferred
    return BodyJoint(
        bone.name,
        body_a=parent,
        body_b=bone.name,
        position=vector(rest.head),
        orientation=_quaternion(orientation),
        axes=axes,
        limits=tuple(limits[letter] for letter in axes),
        torque_limits=tuple(bone.spacetime.torque_limits[i] for i in numbers),
        preferred=tuple(
            min(max(ease[i], limits[letter][0]), limits[letter][1])
            for i, letter in zip(numbers, axes, strict=True)
        ),
    )


def axis_limits(pose_bone: bpy.types.PoseBone) -> dict[str, Limits]:
    """Lowest and highest angle [rad] of each axis that the bone's IK does not lock."""
    limits = {}
    for letter in "xyz":
        if getattr(pose_bone, f"lock_ik_{letter}"):
            continue
        if getattr(pose_bone, f"use_ik_limit_{letter}"):
            limits[letter.upper()] = (
                getattr(pose_bone, f"ik_min_{letter}"),
                getattr(pose_bone, f"ik_max_{letter}"),
            )
        else:
            limits[letter.upper()] = (-math.pi, math.pi)
    return limits


def axis_order(order: str, limits: dict[str, Limits]) -> str:
    """Letters of the free axes in rotation order; automatic: the axis with the least range in the middle."""
    letters = "XYZ" if order == AUTO else order
    free = "".join(letter for letter in letters if letter in limits)
    if order != AUTO or len(free) < 3:
        return free
    least = min(free, key=lambda letter: limits[letter][1] - limits[letter][0])
    first, last = (letter for letter in free if letter != least)
    return first + least + last


def _contact(
    contact: bpy.types.PropertyGroup, armature_object: bpy.types.Object, place: ArmaturePlace
) -> ContactJoint:
    bone = armature_data(armature_object).bones.get(contact.bone)
    if bone is None:
        raise InputError(
            f"the contact '{contact.name}' is not on a bone; choose one of '{armature_object.name}'"
        )
    carrier = body_bone(bone)
    if carrier is None:
        raise InputError(
            f"the contact '{contact.name}' is on '{bone.name}', which does not move with any body; choose another"
        )
    return ContactJoint(
        contact.name,
        body=carrier.name,
        point=vector(place.to_world(np.array(contact.point, float))),
        friction=contact.friction,
        twist_radius=in_meters(contact.twist_radius),
    )


def _quaternion(values: Iterable[float]) -> tuple[float, float, float, float]:
    w, x, y, z = (float(v) for v in values)
    return w, x, y, z
