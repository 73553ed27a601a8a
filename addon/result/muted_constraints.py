"""Constraints that would hide a motion: muted while it plays, and restored afterward."""

from collections.abc import Collection, Sequence

import bpy
import numpy as np
from mathutils import Matrix

from ..blender import actions
from ..blender.ruled_bones import ruling_constraints
from ..controls.keys import shows_controls
from .clip_on_action import clip_of


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
    """Mutes constraints, and stores them and the pose to restore them later."""
    result = armature_object.spacetime
    if constraints and not len(result.taken_over):
        data = armature_object.animation_data
        result.own_action, result.own_slot = data.action if data else None, actions.slot_of(armature_object)
        _remember_pose(armature_object, actions.keyed_bones(action))
    for bone, constraint in constraints:
        constraint.mute = True
        line = result.taken_over.add()
        line.bone, line.name = bone, constraint.name
    return len(constraints)


def restore_constraints(armature_object: bpy.types.Object) -> int:
    """Restores the constraints and the previous action of the character; returns their number.

    The solved motion stays in the list of takes.
    """
    result, given = armature_object.spacetime, 0
    for line in result.taken_over:
        bone = armature_object.pose.bones.get(line.bone)
        constraint = bone.constraints.get(line.name) if bone is not None else None
        if constraint is not None:  # else it was removed meanwhile
            constraint.mute, given = False, given + 1
    result.taken_over.clear()
    if result.own_action is not None:
        actions.assign(armature_object, result.own_action, slot=result.own_slot)
    elif armature_object.animation_data is not None:
        armature_object.animation_data.action = None
    for line in result.posed:
        bone = armature_object.pose.bones.get(line.name)
        if bone is not None:
            bone.matrix_basis = Matrix(np.array(line.basis).reshape(4, 4).tolist())
    result.posed.clear()
    result.own_action = None
    return given


def _remember_pose(armature_object: bpy.types.Object, moved: set[str]) -> None:
    """Stores the pose of moved bones and their parents; keys override it when it is restored."""
    bones, posed = armature_object.pose.bones, armature_object.spacetime.posed
    there = moved & {*bones.keys()}
    for name in there | {parent.name for child in there for parent in bones[child].parent_recursive}:
        line = posed.add()
        line.name, line.basis = name, np.array(bones[name].matrix_basis, float).ravel().tolist()


def message_of_muted(armature_object: bpy.types.Object, action: bpy.types.Action, n_muted: int) -> str:
    """Message about muted constraints, or about what hides the motion; empty if there are none."""
    if n_muted:
        return f"Muted {n_muted} constraints that would override it; press Restore Constraints to turn them back on."
    hiding = hidden_by(armature_object, action)
    if not hiding:
        return ""
    bone, constraint = hiding[0]
    return f"The constraint '{constraint.name}' of '{bone}' overrides the motion; mute it."
