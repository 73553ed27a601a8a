"""Puts bodies, joints and contacts on a rig's bones."""

from dataclasses import dataclass

import bpy
import numpy as np

from ..solver.character.ellipsoid import Ellipsoid, along_bone, around_points
from ..solver.character.human_bones import RestBone, recognise
from ..solver.character.human_fit import ContactFit, HumanFit, fit_human, stature_of
from ..solver.character.human_joints import JointFit
from ..solver.errors import InputError
from ..solver.rotations import quaternion_from_matrix
from .character_properties import AUTO
from .rest_pose import ArmaturePlace, Array, armature_data, body_bone, place_of, rest_bone
from .skin import skin_points

HUMAN_ROOT_TURN = 0.5  # rad; keeps a walk from turning into a sidle
BONE_WIDTH = 0.25  # of the bone's length, where there is no skin
STRENGTH_SHARE = 0.15  # of body weight x height: a human hip's 200 N m
GRAVITY = 9.81  # m/s^2


@dataclass(frozen=True)
class Fitted:
    """What happened: the number of bodies, and whether the rig was recognised as a human."""

    n_bodies: int
    is_human: bool


def fit_rig(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Fitted:
    """Gives the bones bodies: a human's by measured proportions, any other's by its skin or bone lengths.

    Raises:
        InputError: naming the bone or object that is wrong and what to do.
    """
    armature = armature_data(armature_object)
    parts = recognise(armature.bones.keys())
    if parts is not None:
        if armature.spacetime.use_stature:
            _set_stature(armature_object, parts)
        fit = _fit_human(armature_object, scene, parts)
        return Fitted(len(fit.bodies), True)
    return Fitted(_fit_any(armature_object, scene), False)


def _rest_bones(armature_object: bpy.types.Object, parts: dict[str, str]) -> dict[str, RestBone]:
    place, bones = place_of(armature_object), armature_data(armature_object).bones
    return {part: rest_bone(bones[name], place) for part, name in parts.items()}


def _set_stature(armature_object: bpy.types.Object, parts: dict[str, str]) -> None:
    """Scales the object about its own origin."""
    height = stature_of(_rest_bones(armature_object, parts))
    if height < 1e-6:
        raise InputError(
            f"the armature '{armature_object.name}' lies flat; stand it upright along the world's Z"
        )
    factor = armature_data(armature_object).spacetime.stature / height
    armature_object.scale = [s * factor for s in armature_object.scale]
    bpy.context.view_layer.update()


def _fit_human(armature_object: bpy.types.Object, scene: bpy.types.Scene, parts: dict[str, str]) -> HumanFit:
    armature, place = armature_data(armature_object), place_of(armature_object)
    settings = armature.spacetime
    fit = fit_human(_rest_bones(armature_object, parts), mass=settings.body_mass, sex=settings.sex)
    clear(armature)
    for part, ellipsoid in fit.bodies.items():
        store_body(armature.bones[parts[part]], ellipsoid, place)
    for part, joint in fit.joints.items():
        store_joint(armature.bones[parts[part]], armature_object.pose.bones[parts[part]], joint)
    for contact in fit.contacts:
        _store_contact(armature, contact, parts[contact.part], place)
    settings.root_turn = HUMAN_ROOT_TURN
    scene.spacetime.ground_height = fit.ground_height
    return fit


def _fit_any(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> int:
    """One body per deforming bone, weights by volume."""
    armature, place = armature_data(armature_object), place_of(armature_object)
    bones = [bone for bone in armature.bones if bone.use_deform]
    if not bones:
        raise InputError(
            f"no bone of '{armature_object.name}' deforms anything; switch on Deform for some bones"
        )
    skin = skin_points(armature_object)
    shapes = {bone.name: _shape(rest_bone(bone, place), skin.get(bone.name)) for bone in bones}
    density = armature.spacetime.body_mass / sum(shape.volume for shape in shapes.values())
    ends = np.array(
        [end for bone in bones for end in (rest_bone(bone, place).head, rest_bone(bone, place).tail)]
    )
    size = float(np.ptp(ends, axis=0).max())
    strength = STRENGTH_SHARE * armature.spacetime.body_mass * GRAVITY * size
    clear(armature, keep_contacts=True)
    for bone in bones:
        shape = shapes[bone.name]
        store_body(bone, Ellipsoid(density * shape.volume, shape.center, shape.axes, shape.diameters), place)
        bone.spacetime.torque_limits = (strength,) * 3
    scene.spacetime.ground_height = float(ends[:, 2].min())
    return len(bones)


def _shape(bone: RestBone, points: Array | None) -> Ellipsoid:
    if points is not None:
        return around_points(points, bone.axes, mass=1.0)
    return along_bone(bone.head, bone.tail, bone.axes, width=BONE_WIDTH, mass=1.0)


def clear(armature: bpy.types.Armature, *, keep_contacts: bool = False) -> None:
    """Takes all bodies off, and the contacts too."""
    for bone in armature.bones:
        bone.spacetime.is_body = False
    if not keep_contacts:
        armature.spacetime.contacts.clear()


def store_body(bone: bpy.types.Bone, ellipsoid: Ellipsoid, place: ArmaturePlace) -> None:
    """Writes a world ellipsoid into its bone's own space."""
    rest = rest_bone(bone, place)
    body = bone.spacetime
    body.is_body = True
    body.mass = ellipsoid.mass
    body.diameters = ellipsoid.diameters / place.scale
    body.center = rest.axes.T @ (ellipsoid.center - rest.head) / place.scale
    body.rotation = quaternion_from_matrix(rest.axes.T @ ellipsoid.axes)
    body.order = AUTO
    body.preferred = (0.0, 0.0, 0.0)


def store_joint(bone: bpy.types.Bone, pose_bone: bpy.types.PoseBone, joint: JointFit) -> None:
    """Writes strengths and ease; writes limits and locks too where the artist has set none."""
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
    """Whether the bone's inverse kinematics has any limit or lock."""
    return any(getattr(pose_bone, f"use_ik_limit_{k}") or getattr(pose_bone, f"lock_ik_{k}") for k in "xyz")


def _store_contact(armature: bpy.types.Armature, fit: ContactFit, bone: str, place: ArmaturePlace) -> None:
    contact = armature.spacetime.contacts.add()
    contact.name, contact.bone = fit.name, bone
    contact.point = place.to_local(fit.point)
    contact.clearance = fit.clearance
    phase = contact.phases.add()
    phase.start, phase.duration = fit.phase


def carries_motion(armature_object: bpy.types.Object) -> bool:
    """Whether any bone has a body."""
    return any(body_bone(bone) is bone for bone in armature_data(armature_object).bones)
