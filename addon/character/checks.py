"""Problems of a character as messages, each with its fix or the affected bone."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import bpy
import numpy as np

from ...solver.analysis.contact_guess.guessed import SURE
from ...solver.errors import InputError
from ...solver.fitting.human_bones import complete
from ...solver.fitting.human_fit import stature_of
from ...solver.fitting.human_map import is_human
from ...solver.formats.armature_motion import ArmaturePlace
from ..announcement import announced
from ..blender import actions
from ..blender.nla import is_played
from ..blender.rest_pose import (
    armature_data,
    body_bone,
    body_bones,
    body_line,
    place_of,
    rest_of_parts,
)
from ..blender.touched_box import touched_box
from ..blender.units import in_kilograms, in_meters
from .bone_map import mapped_parts
from .mirrored_edits import other_side
from .read_character import axis_limits

NO_WEIGHT = 1e-5  # of the total weight; lighter bodies slow the solver down
SHORTEST, TALLEST = 0.3, 3.0  # m, of humans with plausible motion
SMALLEST, LARGEST = 0.03, 20.0  # m, of any character: a mouse without its tail is twice as long as the one
OFF_GROUND = 0.05  # of the character's size; contacts farther from the ground are suspicious
UNEQUAL = 0.01  # difference of the masses of two sides, as a fraction of the whole
LEAST_RANGE = math.radians(0.5)
MATCHED = 0.6  # confidence of the bone map; less certain parts are reported


@dataclass(frozen=True)
class Finding:
    """One problem.

    Attributes:
        sentence: message.
        is_error: whether it prevents solving, instead of only degrading results.
        fix: kind of fix in ``fixes``; "" for none.
        other_fix: alternative fix; "" for none.
        bone: to show or to fix; "" for none.
        contact: index of the contact; -1 for none.
    """

    sentence: str
    is_error: bool = True
    fix: str = ""
    other_fix: str = ""
    bone: str = ""
    contact: int = -1


Findings = Iterator[Finding]


def check_character(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> tuple[Finding, ...]:
    """All problems, errors first."""
    armature = armature_data(armature_object)
    try:
        place = place_of(armature_object)
    except InputError:
        name = armature_object.name
        return (Finding(f"'{name}' has an uneven, negative or zero scale", fix="APPLY_SCALE"),)
    found = [*_bone_map(armature), *_standing(armature_object), *_growing(armature_object)]
    if not any(bone.spacetime.is_body for bone in armature.bones):
        return (*found, Finding("No bone has a body", fix="FIT"), *_lying(armature_object))
    try:
        bones = body_bones(armature)
    except InputError as error:
        return (*found, Finding(announced(error)))
    checks: tuple[Callable[[], Findings], ...] = (
        lambda: _roots(bones),
        lambda: _size(armature_object, bones, place),
        lambda: _bodies(bones),
        lambda: _sides(bones),
        lambda: _joints(armature_object, bones),
        lambda: _contacts(armature_object, scene, bones, place),
        lambda: _constraints(armature_object, bones),
        lambda: _surfaces(armature),
    )
    for check in checks:
        found.extend(check())
    return tuple(sorted(found, key=lambda finding: not finding.is_error))


def _bone_map(armature: bpy.types.Armature) -> Findings:
    try:
        mapped_parts(armature)
    except InputError as error:
        yield Finding(announced(error), fix="DETECT")
    doubtful = [line for line in armature.spacetime.bone_map if line.bone and line.confidence < MATCHED]
    if doubtful:
        line = doubtful[0]
        yield Finding(
            f"{len(doubtful)} bones were matched by shape alone, such as '{line.bone}' for {line.name}; "
            "see the bone map",
            is_error=False, fix="TRUST", bone=line.bone if line.bone in armature.bones else "",
        )  # fmt: skip


def _parts_there(armature: bpy.types.Armature) -> dict[str, str]:
    """Parts of the bone map and their bones, without missing ones."""
    return {line.name: line.bone for line in armature.spacetime.bone_map if line.bone in armature.bones}


def _standing(armature_object: bpy.types.Object) -> Findings:
    """Reports a rest pose that does not stand, such as of motion capture, unlike a frame of the motion."""
    armature = armature_data(armature_object)
    moves = any(actions.BONE_PATH.fullmatch(c.data_path) for c in actions.played_curves(armature_object))
    parts = _parts_there(armature)
    if is_human(parts.keys()):
        try:
            complete(rest_of_parts(armature_object, parts))
        except InputError as error:
            first, other = ("STAND_UP", "REST_FROM_POSE") if moves else ("REST_FROM_POSE", "")
            yield Finding(announced(error), fix=first, other_fix=other)
    elif moves and not parts and any(b.spacetime.is_body and other_side(b) for b in armature.bones):
        yield Finding(
            "No legs found in the rest pose; press Stand Up to look for a standing pose in the motion",
            is_error=False, fix="STAND_UP", other_fix="REST_FROM_POSE",
        )  # fmt: skip


def _lying(armature_object: bpy.types.Object) -> Findings:
    """Offers a frame of the motion for a rig without bodies, whose rest pose may not stand."""
    if any(actions.BONE_PATH.fullmatch(curve.data_path) for curve in actions.played_curves(armature_object)):
        yield Finding(
            "If the rest pose does not stand, as in motion capture, press Stand Up to use a frame of the motion",
            is_error=False, fix="STAND_UP", other_fix="REST_FROM_POSE",
        )  # fmt: skip


def _growing(armature_object: bpy.types.Object) -> Findings:
    """Reports animated scale, because a motion that follows a moving object is solved for one size."""
    carrier: bpy.types.Object | None = armature_object
    while carrier is not None:
        sizes = [
            curve for curve in actions.played_curves(carrier) if curve.data_path in ("scale", "delta_scale")
        ]
        if any(np.ptp(actions.keys_of([curve])[1]) > 0 for curve in sizes if len(curve.keyframe_points)):
            yield Finding(
                f"The size of the object '{carrier.name}' is animated; remove its keys, as the size must not change",
                is_error=False,
            )
        carrier = carrier.parent


def _roots(bones: list[bpy.types.Bone]) -> Findings:
    roots = [bone for bone in bones if not body_line(bone)]
    for bone in (each for each in roots[1:] if not each.spacetime.is_root):
        yield Finding(
            f"'{bone.name}' is not attached to any other body; '{roots[0].name}' is the root",
            fix="HANG",
            bone=bone.name,
        )
    if roots[0].use_connect and roots[0].parent:
        yield Finding(
            f"the root '{roots[0].name}' is connected to its parent and cannot travel", fix="DISCONNECT",
            bone=roots[0].name,
        )  # fmt: skip


def _size(armature_object: bpy.types.Object, bones: list[bpy.types.Bone], place: ArmaturePlace) -> Findings:
    armature = armature_data(armature_object)
    parts = _parts_there(armature)
    if is_human(parts.keys()):
        try:
            tall = stature_of(rest_of_parts(armature_object, parts))
        except InputError:
            return  # reported already
        if not SHORTEST <= tall <= TALLEST:
            yield Finding(
                f"This human is {tall:.3g} m tall; press Set Height", is_error=False, fix="SET_HEIGHT"
            )
        return
    size = _extent(bones, place)
    if not SMALLEST <= size <= LARGEST:
        yield Finding(f"This character is {size:.3g} m long; scale the object", is_error=False)


def _extent(bones: list[bpy.types.Bone], place: ArmaturePlace) -> float:
    """Extent of bones along the world axis with the largest one [m]."""
    ends = np.array([place.to_world(np.array(end)) for b in bones for end in (b.head_local, b.tail_local)])
    return float(np.ptp(ends, axis=0).max())


def _bodies(bones: list[bpy.types.Bone]) -> Findings:
    whole = sum(bone.spacetime.mass for bone in bones)
    for bone in bones:
        body = bone.spacetime
        if np.linalg.norm(body.rotation) < 1e-6:
            yield Finding(f"The body of '{bone.name}' has no rotation", fix="RESET_ROTATION", bone=bone.name)
        if body.mass < NO_WEIGHT * whole:
            yield Finding(
                f"The body of '{bone.name}' has almost no mass; its parent can carry it",
                is_error=False, fix="REMOVE_BODY", bone=bone.name,
            )  # fmt: skip


def _sides(bones: list[bpy.types.Bone]) -> Findings:
    bodies = {bone.name: bone for bone in bones}
    whole = in_kilograms(sum(bone.spacetime.mass for bone in bones))
    for bone in bones:
        name = other_side(bone)
        if name and name not in bodies:
            yield Finding(
                f"'{bone.name}' has a body but its mirrored bone '{name}' does not", is_error=False,
                fix="MIRROR", bone=bone.name,
            )  # fmt: skip
        elif name and bone.name < name:
            here, there = (in_kilograms(bodies[each].spacetime.mass) for each in (bone.name, name))
            if abs(here - there) > UNEQUAL * whole:
                yield Finding(
                    f"'{bone.name}' and '{name}' have masses of {here:.3g} and {there:.3g} kg; a symmetric motion "
                    "needs similar masses", is_error=False, fix="MIRROR", bone=bone.name,
                )  # fmt: skip


def _joints(armature_object: bpy.types.Object, bones: list[bpy.types.Bone]) -> Findings:
    for bone in bones:
        if not body_line(bone):
            continue
        limits = axis_limits(armature_object.pose.bones[bone.name])
        ease = dict(zip("XYZ", bone.spacetime.preferred, strict=True))
        torques = dict(zip("XYZ", bone.spacetime.torque_limits, strict=True))
        for letter, (lowest, highest) in limits.items():
            if highest - lowest < LEAST_RANGE:
                yield Finding(
                    f"The joint of '{bone.name}' is free about {letter} but its limits leave no range",
                    is_error=False, fix="LOCK", bone=bone.name,
                )  # fmt: skip
            elif not lowest - 1e-4 <= ease[letter] <= highest + 1e-4:
                yield Finding(
                    f"'{bone.name}' has a relaxed pose outside its joint limits about {letter}", is_error=False,
                    fix="EASE", bone=bone.name,
                )  # fmt: skip
        if limits and not any(torques[letter] for letter in limits):
            yield Finding(
                f"The joint of '{bone.name}' has no strength; set Strength", is_error=False, bone=bone.name
            )


def _contacts(
    armature_object: bpy.types.Object,
    scene: bpy.types.Scene,
    bones: list[bpy.types.Bone],
    place: ArmaturePlace,
) -> Findings:
    armature = armature_data(armature_object)
    contacts = armature.spacetime.contacts
    if not len(contacts):
        yield Finding("There are no contacts, so nothing can touch the ground", is_error=False, fix="CONTACT")
        return
    names = [contact.name for contact in contacts]
    size = _extent(bones, place)
    heights: list[float] = []
    for i, contact in enumerate(contacts):
        bone = armature.bones.get(contact.bone)
        if bone is None or body_bone(bone) is None:
            yield Finding(
                f"The contact '{contact.name}' is not on a bone with a body", fix="REMOVE_CONTACT", contact=i
            )
            continue
        if names.count(contact.name) > 1:
            yield Finding(f"Two contacts are named '{contact.name}'", fix="RENAME_CONTACT", contact=i)
        if not len(contact.phases):
            yield Finding(
                f"The contact '{contact.name}' never touches the ground", is_error=False,
                fix="ADD_PHASE", bone=bone.name, contact=i,
            )  # fmt: skip
        unsure = sum(phase.confidence < SURE for phase in contact.phases)
        if unsure:
            yield Finding(
                f"It is uncertain whether '{contact.name}' touches the ground at {unsure} of its "
                f"{len(contact.phases)} bars, the faint ones in the Timeline", is_error=False,
                fix="KEEP_PHASES", other_fix="DROP_PHASES", bone=bone.name, contact=i,
            )  # fmt: skip
        heights.append(float(place.to_world(np.array(contact.point))[2]))
    if is_played(armature_object):
        return  # keys determine the pose, not the rest pose
    ground = in_meters(scene.spacetime.ground_height)
    off = min(heights, default=ground) - ground
    if abs(off) > OFF_GROUND * size:
        where = "above" if off > 0 else "below"
        yield Finding(
            f"The lowest contact is {abs(off):.3g} m {where} the ground", is_error=False, fix="SET_GROUND"
        )


def _constraints(armature_object: bpy.types.Object, bones: list[bpy.types.Bone]) -> Findings:
    pose = armature_object.pose.bones
    ruled = [b.name for b in bones if any(not c.mute and c.influence > 0 for c in pose[b.name].constraints)]
    if ruled:
        yield Finding(
            f"Constraints of {len(ruled)} bones, such as '{ruled[0]}', would override a motion; "
            "Accept mutes them",
            is_error=False, fix="MUTE", bone=ruled[0],
        )  # fmt: skip


def _surfaces(armature: bpy.types.Armature) -> Findings:
    """Objects that contacts touch and that are no boxes: which box is used instead."""
    touched = {p.surface.name: p.surface for c in armature.spacetime.contacts for p in c.phases if p.surface}
    for name, each in touched.items():
        try:
            found = touched_box(each)
        except InputError as error:
            yield Finding(announced(error))
            continue
        if found.is_filled:
            continue
        first, second, height = found.top
        level = f", tilted by {math.degrees(found.steepness):.0f}°" if found.box.normal[2] < 1 else ""
        what = "its largest face that points up" if found.has_face else "the top of the box around it"
        yield Finding(
            f"The surface '{name}' is not a box: contacts touch {what}, {first:.2f} x {second:.2f} m at a height "
            f"of {height:.2f} m{level}, and all that is below it is solid",
            is_error=False,
        )  # fmt: skip
