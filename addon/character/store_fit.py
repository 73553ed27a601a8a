"""Writes a fit into the properties of bones and armature."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

import bpy
import numpy as np

from ...solver.fitting.contact_fit import ContactFit
from ...solver.fitting.ellipsoid import Ellipsoid
from ...solver.fitting.joint_fit import JointFit
from ...solver.fitting.skeleton import Skeleton
from ...solver.formats.armature_motion import ArmaturePlace
from ...solver.rotations import quaternion_from_matrix
from ..blender.rest_pose import body_bone, rest_bone
from ..blender.units import in_units, in_units_of_mass
from .limit_edits import limit_edits
from .mirrored_edits import AUTO

NOTHING = 1e-5  # of a body's largest distance from its bone's head along an axis


@contextmanager
def quietly(armature: bpy.types.Armature) -> Iterator[None]:
    """Context without mirrored edits, so that each side gets separate values."""
    used = armature.spacetime.use_mirror
    armature.spacetime.use_mirror = False
    limit_edits.ignore()
    try:
        yield
    finally:
        limit_edits.listen()
        armature.spacetime.use_mirror = used


def clear(armature: bpy.types.Armature) -> None:
    """Removes all bodies."""
    for bone in armature.bones:
        bone.spacetime.is_body = False
        bone.spacetime.carrier = bone.spacetime.mirror = ""


def clear_contacts(armature: bpy.types.Armature, names: Collection[str]) -> None:
    """Removes contacts of an earlier fit, except those of given names; the artist's contacts stay."""
    contacts = armature.spacetime.contacts
    for index in reversed(range(len(contacts))):
        if contacts[index].is_fitted and contacts[index].name not in names:
            contacts.remove(index)


def store_body(bone: bpy.types.Bone, ellipsoid: Ellipsoid, place: ArmaturePlace) -> None:
    """Writes a world ellipsoid in its bone's local space."""
    rest = rest_bone(bone, place)
    body = bone.spacetime
    body.is_body = True
    body.mass = in_units_of_mass(ellipsoid.mass)
    body.diameters = ellipsoid.diameters / place.scale
    center = rest.axes.T @ (ellipsoid.center - rest.head) / place.scale
    body.center = np.where(np.abs(center) < NOTHING * np.abs(center).max(), 0.0, center)  # a panel shows -0
    body.rotation = quaternion_from_matrix(rest.axes.T @ ellipsoid.axes)
    body.order = AUTO
    body.preferred = (0.0, 0.0, 0.0)


def store_joint(bone: bpy.types.Bone, pose_bone: bpy.types.PoseBone, joint: JointFit) -> None:
    """Writes strengths and ease, and limits and locks if the artist has set none."""
    body = bone.spacetime
    missing = [letter for letter in "XYZ" if letter not in joint.axes]
    body.order = joint.axes + "".join(missing)
    torques, ease = dict.fromkeys("XYZ", 0.0), dict.fromkeys("XYZ", 0.0)
    torques |= dict(zip(joint.axes, joint.torque_limits, strict=True))
    ease |= dict(zip(joint.axes, joint.preferred, strict=True))
    body.torque_limits = [torques[letter] for letter in "XYZ"]
    body.preferred = [ease[letter] for letter in "XYZ"]
    if has_limits(pose_bone):
        return
    for letter, (lowest, highest) in zip(joint.axes.lower(), joint.limits, strict=True):
        setattr(pose_bone, f"use_ik_limit_{letter}", True)
        setattr(pose_bone, f"ik_min_{letter}", lowest)
        setattr(pose_bone, f"ik_max_{letter}", highest)
    for letter in missing:
        setattr(pose_bone, f"lock_ik_{letter.lower()}", True)


def has_limits(pose_bone: bpy.types.PoseBone) -> bool:
    """Whether the bone's inverse kinematics has limits or locks."""
    return any(getattr(pose_bone, f"use_ik_limit_{k}") or getattr(pose_bone, f"lock_ik_{k}") for k in "xyz")


def store_contact(armature: bpy.types.Armature, fit: ContactFit, bone: str, place: ArmaturePlace) -> None:
    """Adds a contact with its phase of a walk or trot; an existing one keeps its phases, grip and lift."""
    contact = armature.spacetime.contacts.get(fit.name)
    if contact is None:
        contact = armature.spacetime.contacts.add()
        contact.name, contact.clearance = fit.name, in_units(fit.clearance)
        phase = contact.phases.add()
        phase.start, phase.duration = fit.phase
    contact.is_fitted = True
    contact.bone, contact.point = bone, place.to_local(fit.point)


def store_carriers(armature: bpy.types.Armature, skeleton: Skeleton) -> None:
    """Stores the parent body of deforming bones that their parents do not move, as in generated control rigs."""
    for name in skeleton.bones:  # parents first
        bone = armature.bones[name]
        above = (armature.bones[each] for each in skeleton.above(name))
        carrier = next((each for each in above if each.spacetime.is_body), None)
        natural = body_bone(bone.parent) if bone.parent else None
        if carrier is not None and natural != carrier:
            bone.spacetime.carrier = carrier.name
