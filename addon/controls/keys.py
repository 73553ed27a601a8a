"""Keys on controls: a new action that reproduces a take on the controls of the rig."""

from collections.abc import Iterator, Mapping

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.formats.armature_motion import rotation_channel
from ..blender import actions
from ..blender.copied_curves import copy_other_curves
from ..blender.posed_bones import keyed_matrices
from ..blender.rest_pose import armature_data, place_of
from ..blender.write_motion import previous_action, previous_slot
from ..runtime.event_loop import Work
from .bake import Bake, MotionOfBones
from .repetitions import Repetitions
from .switches import Switch

TAKE = "spacetime_take"  # custom property of an action on controls: the take that it shows
STILL = 1e-4  # of the armature's unit; smaller locations count as zero


def reading_take(
    armature_object: bpy.types.Object,
    take: bpy.types.Action,
    carriers: Mapping[str, str | None],
    last: float,
) -> Work[MotionOfBones]:
    """Motion of a take on deforming bones at each frame of the timeline up to the last; a bone per step."""
    frames = np.arange(np.ceil(take.frame_range[0]), np.floor(last) + 1)
    names = [bone.name for bone in armature_data(armature_object).bones if bone.use_deform]
    names = [*dict.fromkeys([*carriers, *names])]
    found = yield from keyed_matrices(armature_object, take, frames.tolist(), bones=names, from_rest=True)
    bodies = np.stack([found[name] for name in carriers], axis=1)
    return MotionOfBones(frames, carriers, bodies, found, 1 / place_of(armature_object).scale)


def writing_keys(
    armature_object: bpy.types.Object,
    take: bpy.types.Action,
    bake: Bake,
    frames: Array,
    repetitions: Repetitions,
    *,
    only_active: bool,
) -> Work[bpy.types.Action]:
    """Writes a bake as a new action, a control per step, with the artist's keys of all other bones.

    Args:
        armature_object: to which it will be assigned.
        take: that it shows; data of its solve is copied.
        bake: of the take.
        frames: (F,) of the timeline.
        repetitions: of the take.
        only_active: whether limbs are keyed only in their active kinematics.
    """
    action = actions.new_action(f"{take.name} (controls)", armature_object.name)
    for key, value in take.items():
        action[key] = value
    action[TAKE] = take  # counts as a user, so that the file saves it
    action.use_frame_range, action.use_fake_user = True, True
    action.frame_start, action.frame_end = frames[0], min(frames[-1], np.floor(take.frame_range[1]))
    action.use_cyclic = take.use_cyclic
    bases = {**bake.forward, **bake.inverse}
    for switch, choice in bake.limbs.items():
        bases = bases if not only_active else _active(armature_object, switch, bake, bases)
        if not choice.inverse or only_active:
            is_inverse = bool(choice.inverse) and is_turned_on(armature_object, switch)
            value = switch.inverse if is_inverse else switch.forward
            channel = f'["{bpy.utils.escape_identifier(switch.name)}"]'
            actions.add_curves(action, switch.bone, channel, frames[:1], np.array([[value]]))
    for name, table in bases.items():
        _repeat(_key(action, armature_object.pose.bones[name], frames, table), repetitions)
        yield
    for name in bake.stretching:
        actions.add_curves(action, name, "ik_stretch", frames[:1], np.zeros((1, 1)))
    source = previous_action(take)
    still = (bake.neutral | bake.handles.keys()) - bases.keys()
    keyed = actions.keyed_bones(source) if source is not None else set()
    for name in sorted(still):
        bone = armature_object.pose.bones[name]
        if name in keyed or not np.allclose(np.array(bone.matrix_basis), np.eye(4), atol=1e-6):
            _key(action, bone, frames[:1], np.eye(4)[None], moves=True)
    yield
    if source is not None:
        without = {*still, *bases}
        yield from copy_other_curves(source, action, slot=previous_slot(take), without=without)
    return action


def shows_controls(action: bpy.types.Action) -> bool:
    """Whether an action shows a take on controls."""
    return action.get(TAKE) is not None


def is_turned_on(armature_object: bpy.types.Object, switch: Switch) -> bool:
    """Whether inverse kinematics of a limb are on, or mostly so."""
    value = float(armature_object.pose.bones[switch.bone][switch.name])
    return abs(value - switch.inverse) <= abs(value - switch.forward)


def _active(
    armature_object: bpy.types.Object, switch: Switch, bake: Bake, bases: Mapping[str, Array]
) -> dict[str, Array]:
    """The bake without bases of inactive kinematics."""
    choice = bake.limbs[switch]
    is_inverse = bool(choice.inverse) and is_turned_on(armature_object, switch)
    dropped = choice.forward if is_inverse else choice.inverse
    return {name: table for name, table in bases.items() if name not in dropped}


def _key(
    action: bpy.types.Action, bone: bpy.types.PoseBone, frames: Array, bases: Array, *, moves: bool = False
) -> list[tuple[str, list[bpy.types.FCurve]]]:
    """Keys bases (F, 4, 4) of a control, with locations if nonzero or ``moves``; returns curves by channel."""
    return [
        (name, actions.add_curves(action, bone.name, name, frames, values))
        for name, values in _channels(bone, bases, moves=moves)
    ]


def _repeat(keyed: list[tuple[str, list[bpy.types.FCurve]]], repetitions: Repetitions) -> None:
    """Extrapolates curves by channel like a take."""
    for channel, curves in keyed if repetitions.goes_on else ():
        for curve in curves:
            travels = repetitions.travels and channel in ("location", "rotation_euler")
            actions.repeat(curve, travels=travels)


def _channels(bone: bpy.types.PoseBone, bases: Array, *, moves: bool) -> Iterator[tuple[str, Array]]:
    yield rotation_channel(bone.rotation_mode, bases[:, :3, :3])
    location = bases[:, :3, 3]
    if moves or np.abs(location).max() > STILL:
        yield "location", location
