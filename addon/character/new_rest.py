"""Applies the current pose as the rest pose, with a copy of the action that still looks the same.

With the new rest pose "parent, then L basis(t0)" instead of "parent, then L", a bone looks the same at time t when its
new basis is basis(t0)^-1 basis(t).
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.errors import InputError
from ...solver.formats.armature_motion import rotation_channel, rotation_channel_name
from ..blender import actions
from ..blender.posed_bones import rotations
from ..blender.rest_pose import armature_data
from ..blender.skin import is_skin_of
from ..runtime.event_loop import Operators, Work, with_operators

SUFFIX = " (new rest)"  # of the action's name


def rest_from_pose(
    armature_object: bpy.types.Object, posed: Callable[[], AbstractContextManager[None]] = nullcontext
) -> Work[None]:
    """Applies a pose as rest pose; a converted copy replaces the assigned action, which is unchanged.

    The copy is made a channel per step; then everything visible changes in one step.

    Args:
        armature_object: with the pose.
        posed: context with the pose; without it, the current pose is used.

    Raises:
        InputError: skins, constraints or scaled bones would not look the same afterward, or the pose or the action
            was changed meanwhile.
    """
    with posed():
        _check(armature_object)
        bases = _bases(armature_object)
    old = _played(armature_object)
    yield
    action = (yield from _converted(old, armature_object, bases)) if old is not None else None

    def change(operators: Operators) -> None:
        with posed():
            if _played(armature_object) != old or not _is_same(_bases(armature_object), bases):
                if action is not None:
                    bpy.data.actions.remove(action)
                raise InputError(
                    f"'{armature_object.name}' was changed in the meantime; press the button again"
                )
            _apply(operators, armature_object)
            if old is not None and action is not None:
                old.use_fake_user = True
                actions.assign(armature_object, action)

    yield from with_operators(change)


def _apply(operators: Operators, armature_object: bpy.types.Object) -> None:
    mode = armature_object.mode
    with bpy.context.temp_override(active_object=armature_object, object=armature_object):
        operators.object.mode_set(mode="POSE")
        operators.pose.armature_apply(selected=False)
        operators.object.mode_set(mode=mode)
    armature_data(armature_object).spacetime.contacts.clear()  # relative to the old rest pose


def _played(armature_object: bpy.types.Object) -> bpy.types.Action | None:
    data = armature_object.animation_data
    return data.action if data is not None else None


def _bases(armature_object: bpy.types.Object) -> dict[str, Array]:
    return {bone.name: np.array(bone.matrix_basis, float) for bone in armature_object.pose.bones}


def _is_same(bases: dict[str, Array], before: dict[str, Array]) -> bool:
    return bases.keys() == before.keys() and all(np.array_equal(bases[name], before[name]) for name in bases)


def _check(armature_object: bpy.types.Object) -> None:
    skin = next((each for each in bpy.data.objects if is_skin_of(each, armature_object)), None)
    if skin is not None:
        raise InputError(
            f"'{skin.name}' is deformed by these bones and would change shape; bind it to a copy of the armature first"
        )
    for bone in armature_object.pose.bones:
        if any(not c.mute and c.influence > 0 for c in bone.constraints):
            raise InputError(f"the bone '{bone.name}' has constraints; bake the action and remove them first")
        if not bone.bone.use_inherit_rotation or not bone.bone.use_local_location:
            raise InputError(
                f"the bone '{bone.name}' does not inherit rotation or uses the armature's axes for its location"
            )
        if max(abs(s - 1.0) for s in bone.scale) > 1e-4:
            raise InputError(f"the bone '{bone.name}' is scaled in this pose; clear its scale (Alt+S) first")


def _converted(
    action: bpy.types.Action, armature_object: bpy.types.Object, bases: dict[str, Array]
) -> Work[bpy.types.Action]:
    """The action with every keyed rotation and location relative to the new rest pose."""
    made = actions.new_action(f"{action.name.removesuffix(SUFFIX)}{SUFFIX}", armature_object.name)
    for name, channel, curves in actions.each_channel(action):
        bone = armature_object.pose.bones.get(name)
        if bone is None or not channel.startswith(("rotation", "location")):
            continue
        turn, shift = bases[name][:3, :3], bases[name][:3, 3]
        frames = np.unique(np.concatenate([actions.keys_of([curve])[0] for curve in curves]))
        values = np.tile(np.array(getattr(bone, channel), float), (len(frames), 1))  # without curves
        values[:, [curve.array_index for curve in curves]] = actions.sample(curves, frames.tolist())
        if channel == "location":
            actions.add_curves(made, name, channel, frames, (values - shift) @ turn)
        elif channel == rotation_channel_name(bone.rotation_mode):
            turned = turn.T @ rotations(values, bone.rotation_mode)
            actions.add_curves(made, name, channel, frames, rotation_channel(bone.rotation_mode, turned)[1])
        yield
    return made
