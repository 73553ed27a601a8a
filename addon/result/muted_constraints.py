"""Constraints that would hide a motion: muted while it plays, see ``taken_over``."""

from collections.abc import Collection, Sequence

import bpy

from ..blender.ruled_bones import ruling_constraints
from ..controls.keys import shows_controls
from .clip_on_action import clip_of
from .taken_over import counted, keep_constraints, take_over


def hidden_by(
    armature_object: bpy.types.Object, action: bpy.types.Action
) -> list[tuple[str, bpy.types.Constraint]]:
    """Constraints that override a solved motion on the character, each with its bone."""
    clip = clip_of(action)
    if clip is None or shows_controls(action):
        return []
    return ruling_constraints(armature_object, [body.name for body in clip.job.character.bodies])


def mute_hiding_constraints(armature_object: bpy.types.Object, action: bpy.types.Action) -> int:
    """Mutes constraints that would hide a solved motion; returns their number."""
    return _mute(armature_object, action, hidden_by(armature_object, action))


def mute_bone_constraints(
    armature_object: bpy.types.Object, action: bpy.types.Action, bones: Collection[str]
) -> int:
    """Mutes constraints that would hide keys on bones; returns their number."""
    found = [
        (name, each)
        for name in bones
        for each in armature_object.pose.bones[name].constraints
        if not each.mute
    ]
    return _mute(armature_object, action, found)


def _mute(
    armature_object: bpy.types.Object,
    action: bpy.types.Action,
    constraints: Sequence[tuple[str, bpy.types.Constraint]],
) -> int:
    if constraints:
        take_over(armature_object, action)
        keep_constraints(armature_object, constraints)
    return len(constraints)


def message_of_muted(n_muted: int) -> str:
    """Message about muted constraints; empty if there are none."""
    if not n_muted:
        return ""
    return f"Muted {counted(n_muted, 'constraint')} that would override it; press Restore Rig to turn them back on."
