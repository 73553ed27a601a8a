"""What is turned off while a solved motion plays on a character, kept to be restored when the artist takes it back."""

from collections.abc import Sequence

import bpy
import numpy as np
from mathutils import Matrix

from ..blender import actions
from ..blender.muting import DRIVER, Muted, mute_layers, unmute

CONSTRAINT = ""  # kind of a bone's constraint, which files of earlier versions have without a kind


def take_over(armature_object: bpy.types.Object, action: bpy.types.Action) -> None:
    """Stores the artist's action and the pose of the bones that another will move, unless they are stored already."""
    result, data = armature_object.spacetime, armature_object.animation_data
    if len(result.taken_over) or len(result.posed):
        return
    if data is not None:
        data.use_tweak_mode = False  # else its action is that of a strip
    result.own_action, result.own_slot = data.action if data else None, actions.slot_of(armature_object)
    _remember_pose(armature_object, actions.keyed_bones(action))


def forget_if_nothing(armature_object: bpy.types.Object) -> None:
    """Forgets what ``take_over`` stored if nothing was turned off: then the artist only assigns the action again."""
    if not len(armature_object.spacetime.taken_over):
        _forget(armature_object)


def keep_constraints(
    armature_object: bpy.types.Object, constraints: Sequence[tuple[str, bpy.types.Constraint]]
) -> None:
    """Mutes bones' constraints to restore them later, after ``take_over``."""
    for bone, constraint in constraints:
        constraint.mute = True
        line = armature_object.spacetime.taken_over.add()
        line.bone, line.name = bone, constraint.name


def keep_muted(armature_object: bpy.types.Object, muted: Sequence[Muted]) -> None:
    """Stores what was muted to restore it later, after ``take_over``."""
    for each in muted:
        line = armature_object.spacetime.taken_over.add()
        line.kind, line.name, line.index, line.value = each.kind, each.name, each.index, each.value


def play_alone(armature_object: bpy.types.Object, action: bpy.types.Action) -> str:
    """Turns off NLA tracks and blending, so that an action plays alone; returns a message, empty if it did already."""
    take_over(armature_object, action)
    muted = mute_layers(armature_object)
    keep_muted(armature_object, muted)
    return (
        "Its NLA tracks and blending are turned off; press Restore Rig to turn them back on." if muted else ""
    )


def muted_constraints(armature_object: bpy.types.Object) -> int:
    """Number of constraints muted for a solved motion."""
    return sum(line.kind == CONSTRAINT for line in armature_object.spacetime.taken_over)


def restore_rig(armature_object: bpy.types.Object) -> str:
    """Restores what was muted and the previous action of the character; returns what, in words.

    The solved motion stays in the list of takes.
    """
    result, given = armature_object.spacetime, {"constraint": 0, "driver": 0, "NLA setting": 0}
    actions.play(armature_object, result.own_action, slot=result.own_slot)
    for line in result.taken_over:
        if line.kind != CONSTRAINT:
            word = "driver" if line.kind == DRIVER else "NLA setting"
            given[word] += unmute(armature_object, Muted(line.kind, line.name, line.index, line.value))
            continue
        bone = armature_object.pose.bones.get(line.bone)
        constraint = bone.constraints.get(line.name) if bone is not None else None
        if constraint is not None:  # else it was removed meanwhile
            constraint.mute, given["constraint"] = False, given["constraint"] + 1
    for line in result.posed:
        bone = armature_object.pose.bones.get(line.name)
        if bone is not None:
            bone.matrix_basis = Matrix(np.array(line.basis).reshape(4, 4).tolist())
    _forget(armature_object)
    words = [counted(number, word) for word, number in given.items() if number]
    return f"{' and '.join(words) or 'The original action'} restored"


def counted(number: int, word: str) -> str:
    """A number of things in words, as "2 drivers"."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def _forget(armature_object: bpy.types.Object) -> None:
    result = armature_object.spacetime
    result.taken_over.clear()
    result.posed.clear()
    result.own_action, result.own_slot = None, ""


def _remember_pose(armature_object: bpy.types.Object, moved: set[str]) -> None:
    """Stores the pose of moved bones and their parents; keys override it when it is restored."""
    bones, posed = armature_object.pose.bones, armature_object.spacetime.posed
    there = moved & {*bones.keys()}
    for name in there | {parent.name for child in there for parent in bones[child].parent_recursive}:
        line = posed.add()
        line.name, line.basis = name, np.array(bones[name].matrix_basis, float).ravel().tolist()
