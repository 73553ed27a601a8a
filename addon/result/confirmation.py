"""After Accept and Snap: what makes a character differ from its motion is turned off, or named in one sentence."""

import math
from collections.abc import Sequence

import bpy

from ..blender.muting import mute_drivers
from ..blender.overriding import overriding_constraints, overriding_drivers
from ..blender.rest_pose import armature_data
from ..blender.write_motion import to_rest
from ..controls.keys import shows_controls
from ..runtime.event_loop import Work
from .agreement import Deviation, measuring
from .taken_over import counted, keep_constraints, keep_muted

RESTS = "The armature '{name}' is in Rest Position, which hides all motion; switch it to Pose Position"
TINY = 1e-2  # m; below, distances are told in millimeters


def why_at_rest(armature_object: bpy.types.Object) -> str:
    """A sentence if an armature shows its rest position instead of its pose, for all objects that use it."""
    return (
        RESTS.format(name=armature_object.name)
        if armature_data(armature_object).pose_position == "REST"
        else ""
    )


def may_be_overridden(armature_object: bpy.types.Object) -> bool:
    """Whether constraints or drivers pose a character's bodies or their parents."""
    bodies = [bone.name for bone in armature_data(armature_object).bones if bone.spacetime.is_body]
    return bool(
        overriding_constraints(armature_object, bodies) or overriding_drivers(armature_object, bodies)
    )


def confirming(
    armature_object: bpy.types.Object, take: bpy.types.Action, ghost: bpy.types.Object, *, bones: Sequence[str],
    frames: Sequence[float] = (), is_part: bool = False,
) -> Work[str]:  # fmt: skip
    """Compares a character with the motion that it was given, and mutes constraints and drivers that change it.

    Controls are never muted, because they pose the bones.

    Args:
        armature_object: plays the motion; what is muted is stored with it.
        take: the motion.
        ghost: plays it.
        bones: to compare.
        frames: of the timeline; empty: those of the clip.
        is_part: whether bones are compared in the space of their parents, which may differ.

    Returns:
        What was muted or still differs, in sentences; empty if the character shows the motion.
    """
    if reason := why_at_rest(armature_object):
        return f"{reason}."
    found = yield from measuring(armature_object, take, ghost, bones=bones, frames=frames, is_part=is_part)
    muted = ""
    if found is not None and found.bone and not found.is_of_clip and armature_object.spacetime.takes_over:
        muted = _mute(armature_object, bones)
        if muted:
            to_rest(armature_object, {*bones})  # drivers have left their last values
            found = yield from measuring(
                armature_object, take, ghost, bones=bones, frames=frames, is_part=is_part
            )
    return " ".join(
        filter(None, [muted, sentence_of(found, armature_object, take) if found is not None else ""])
    )


def _mute(armature_object: bpy.types.Object, bones: Sequence[str]) -> str:
    """Mutes what overrides the keys of bones; returns a message, empty if there is nothing."""
    playing = armature_object.animation_data.action if armature_object.animation_data else None
    is_on_controls = playing is not None and shows_controls(playing)
    constraints = overriding_constraints(armature_object, bones) if not is_on_controls else []
    drivers = overriding_drivers(armature_object, bones)
    keep_constraints(armature_object, constraints)
    keep_muted(armature_object, mute_drivers(drivers))
    if not constraints and not drivers:
        return ""
    words = [counted(len(constraints), "constraint")] if constraints else []
    words += [counted(len(drivers), "driver")] if drivers else []
    return f"Muted {' and '.join(words)} that would override it; press Restore Rig to turn them back on."


def sentence_of(found: Deviation, armature_object: bpy.types.Object, take: bpy.types.Action) -> str:
    """What differs, by how much, when and why."""
    who = f"'{found.bone}'" if found.bone else f"The object '{armature_object.name}'"
    return (
        f"{who} differs from the solved motion by {amount_of(found)}, because "
        f"{_cause(found, armature_object, take)}."
    )


def amount_of(found: Deviation) -> str:
    """How large a difference is, and when."""
    far = f"{1e3 * found.far:.1f} mm" if found.far < TINY else f"{1e2 * found.far:.1f} cm"
    return f"{far} and {math.degrees(found.turned):.1f} degrees at frame {found.frame:g}"


def _cause(found: Deviation, armature_object: bpy.types.Object, take: bpy.types.Action) -> str:
    """The likeliest cause of a difference, as the end of a sentence."""
    render = armature_object.users_scene[0].render
    if render.frame_map_old != render.frame_map_new:
        return f"the scene stretches time from {render.frame_map_old} to {render.frame_map_new}"
    if not found.bone:
        return "its own keys, parent, constraints or drivers have changed since; solve again"
    if found.is_of_clip:
        return f"the keys of '{take.name}' or the rest pose have changed since; solve again"
    for bone, constraint in overriding_constraints(armature_object, [found.bone]):
        return f"the constraint '{constraint.name}' of '{bone}' overrides its keys; mute it"
    for driver in overriding_drivers(armature_object, [found.bone]):
        return f"a driver overrides the keys of '{driver.data_path}'; mute it"
    return "something else moves the rig; look at its NLA tracks, drivers and scripts"
