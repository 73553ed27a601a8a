"""Fixes for the problems found by ``checks``."""

from collections.abc import Callable, Mapping

import bpy
import numpy as np

from ...solver.analysis.contact_guess.guessed import SURE
from ...solver.errors import InputError
from ..blender.rest_pose import armature_data, body_bones, body_line, place_of, skeleton_of
from ..blender.units import in_units
from ..runtime.event_loop import Operators, Work, with_operators
from .bone_map import detect
from .checks import LEAST_RANGE, Finding
from .fit_rig import Fitted, fitting
from .ground import bring_ground
from .mirrored_edits import copy_limits_mirrored, copy_mirrored, other_side
from .new_rest import rest_from_pose
from .read_character import axis_limits
from .stand_up import stand_up


def fix(finding: Finding, armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Work[str]:
    """Fixes a problem and returns a short report; long work is done in steps.

    Raises:
        InputError: it cannot be fixed, and why.
    """
    _label, done, act = FIXES[finding.fix]
    steps = act(finding, armature_object, scene)
    if steps is not None:
        yield from steps
    return done.format(bone=finding.bone)


def _bone(finding: Finding, rig: bpy.types.Object) -> bpy.types.Bone:
    bone = armature_data(rig).bones.get(finding.bone)
    if bone is None:
        raise InputError(f"the bone '{finding.bone}' no longer exists")
    return bone


def _apply_scale(_finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> Work[None]:
    def apply(operators: Operators) -> None:
        bones, mode = armature_data(rig), rig.mode
        if bones.users > 1 + bones.use_fake_user:  # the operator refuses
            raise InputError(
                f"the scale of '{rig.name}' cannot be applied while another object, as its ghost, has the same bones; "
                "accept or reject the motion, or make the bones a single user"
            )
        with bpy.context.temp_override(active_object=rig, object=rig, selected_editable_objects=[rig]):
            operators.object.mode_set(mode="OBJECT")
            operators.object.transform_apply(location=False, rotation=False, scale=True)
            operators.object.mode_set(mode=mode)

    return with_operators(apply)


def _fit(_finding: Finding, rig: bpy.types.Object, scene: bpy.types.Scene) -> Work[Fitted]:
    return fitting(rig, scene)


def _detect(_finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    detect(rig)


def _trust(_finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    for line in armature_data(rig).spacetime.bone_map:
        line.confidence = 1.0 if line.bone else 0.0


def _rest_from_pose(_finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> Work[None]:
    return rest_from_pose(rig)


def _stand_up(_finding: Finding, rig: bpy.types.Object, scene: bpy.types.Scene) -> Work[None]:
    yield from stand_up(rig, scene)
    yield
    yield from fitting(rig, scene)


def _hang(finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    root = next(
        bone for bone in body_bones(armature_data(rig)) if not (body_line(bone) or bone.spacetime.is_root)
    )
    _bone(finding, rig).spacetime.carrier = root.name


def _disconnect(finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> Work[None]:
    def disconnect(operators: Operators) -> None:
        mode = rig.mode
        with bpy.context.temp_override(active_object=rig, object=rig):
            operators.object.mode_set(mode="EDIT")
            armature_data(rig).edit_bones[finding.bone].use_connect = False
            operators.object.mode_set(mode=mode)

    return with_operators(disconnect)


def _set_height(_finding: Finding, rig: bpy.types.Object, scene: bpy.types.Scene) -> Work[Fitted]:
    """Sets the height, and updates strengths, weights and the ground."""
    armature_data(rig).spacetime.use_stature = True
    return fitting(rig, scene)


def _reset_rotation(finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    _bone(finding, rig).spacetime.rotation = (1.0, 0.0, 0.0, 0.0)


def _remove_body(finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    _bone(finding, rig).spacetime.is_body = False


def _mirror(finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    mirror_bone(rig, _bone(finding, rig))


def mirror_bone(rig: bpy.types.Object, bone: bpy.types.Bone) -> str:
    """Mirrors a bone's body, joint and strength to the other side; returns the other bone's name.

    Raises:
        InputError: the bone has no mirrored counterpart.
    """
    double = armature_data(rig).bones.get(other_side(bone))
    if double is None:
        raise InputError(f"the bone '{bone.name}' has no mirrored bone; choose one under Mirror Bone")
    double.spacetime.is_body = bone.spacetime.is_body
    copy_mirrored(bone, double)
    copy_limits_mirrored(rig.pose.bones[bone.name], rig.pose.bones[double.name])
    return str(double.name)


def _lock(finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    pose_bone = rig.pose.bones[_bone(finding, rig).name]
    for letter, (lowest, highest) in axis_limits(pose_bone).items():
        if highest - lowest < LEAST_RANGE:
            setattr(pose_bone, f"lock_ik_{letter.lower()}", True)


def _ease(finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    bone = _bone(finding, rig)
    limits = axis_limits(rig.pose.bones[bone.name])
    angles = list(bone.spacetime.preferred)
    for letter, (lowest, highest) in limits.items():
        i = "XYZ".index(letter)
        angles[i] = min(max(angles[i], lowest), highest)
    bone.spacetime.preferred = angles


def _contact(_finding: Finding, rig: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """Adds contacts at the ends of the lowest bodies."""
    place, armature = place_of(rig), armature_data(rig)
    skeleton = skeleton_of(rig)
    bones = [skeleton.bones[b.name] for b in body_bones(armature) if b.name in skeleton.bones]
    lowest = min(min(bone.head[2], bone.tail[2]) for bone in bones)
    touching = [b for b in bones if min(b.head[2], b.tail[2]) < lowest + 0.02 * skeleton.size]
    bring_ground(rig, scene, lowest)
    for bone in touching:
        end = bone.tail if bone.tail[2] <= bone.head[2] else bone.head
        contact = armature.spacetime.contacts.add()
        contact.name, contact.bone = bone.name, bone.name
        contact.point = place.to_local(np.array([end[0], end[1], lowest]))
        contact.phases.add()


def _remove_contact(finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    armature_data(rig).spacetime.contacts.remove(finding.contact)


def _rename_contact(finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    contacts = armature_data(rig).spacetime.contacts
    taken = {contact.name for contact in contacts}
    base = contacts[finding.contact].name
    contacts[finding.contact].name = next(
        name for i in range(1, len(contacts) + 1) if (name := f"{base}.{i:03d}") not in taken
    )


def _add_phase(finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    armature_data(rig).spacetime.contacts[finding.contact].phases.add()


def _keep_phases(finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    for phase in armature_data(rig).spacetime.contacts[finding.contact].phases:
        phase.confidence = 1.0


def _drop_phases(finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    phases = armature_data(rig).spacetime.contacts[finding.contact].phases
    for index in reversed(range(len(phases))):
        if phases[index].confidence < SURE:
            phases.remove(index)


def _set_ground(_finding: Finding, rig: bpy.types.Object, scene: bpy.types.Scene) -> None:
    place = place_of(rig)
    points = [place.to_world(np.array(c.point)) for c in armature_data(rig).spacetime.contacts]
    scene.spacetime.ground_height = in_units(min(float(point[2]) for point in points))


def _mute(_finding: Finding, rig: bpy.types.Object, _scene: bpy.types.Scene) -> None:
    """Mutes constraints of every deforming bone that moves with a body."""
    for bone in skeleton_of(rig).bones:
        for constraint in rig.pose.bones[bone].constraints:
            constraint.mute = True


Fix = Callable[[Finding, bpy.types.Object, bpy.types.Scene], Work[object] | None]
# Kind: label of the button, report, function.
FIXES: Mapping[str, tuple[str, str, Fix]] = {
    "APPLY_SCALE": ("Apply", "Scale applied", _apply_scale),
    "FIT": ("Fit Bodies", "Bodies fitted", _fit),
    "DETECT": ("Detect", "Bones detected again", _detect),
    "TRUST": ("Confirm", "Bone map confirmed", _trust),
    "REST_FROM_POSE": ("Use Pose", "The current pose is now the rest pose", _rest_from_pose),
    "STAND_UP": (
        "Stand Up",
        "The rest pose is now that of the frame that stands best, and bodies were fitted",
        _stand_up,
    ),
    "HANG": ("Attach", "'{bone}' is now attached to the root", _hang),
    "DISCONNECT": ("Disconnect", "'{bone}' disconnected", _disconnect),
    "SET_HEIGHT": ("Set Height", "Scaled to the height set above", _set_height),
    "RESET_ROTATION": ("Reset", "The body of '{bone}' is now aligned with its bone", _reset_rotation),
    "REMOVE_BODY": ("Remove", "'{bone}' now moves with its parent", _remove_body),
    "MIRROR": ("Mirror", "The other side of '{bone}' now mirrors it", _mirror),
    "LOCK": ("Lock", "Axes of '{bone}' that cannot turn are locked", _lock),
    "EASE": ("Clamp", "The relaxed pose of '{bone}' is now within its limits", _ease),
    "CONTACT": ("Add", "Contacts added where the character stands", _contact),
    "REMOVE_CONTACT": ("Remove", "Contact removed", _remove_contact),
    "RENAME_CONTACT": ("Rename", "Contact renamed", _rename_contact),
    "ADD_PHASE": ("Add", "The contact now touches the ground for half of the motion", _add_phase),
    "KEEP_PHASES": ("Keep", "The contact's bars are now confirmed", _keep_phases),
    "DROP_PHASES": ("Remove", "The contact's uncertain bars were removed", _drop_phases),
    "SET_GROUND": ("Set Ground", "The ground is now at the lowest contact", _set_ground),
    "MUTE": ("Mute", "Constraints of all deforming bones muted", _mute),
}
