"""Makes the pose that is seen the rest pose, and gives the armature a copy of its action that still looks the same.

With the new rest pose "parent, then L basis(t0)" instead of "parent, then L", a bone looks the same at time t when its
new basis is basis(t0)^-1 basis(t).
"""

import bpy
import numpy as np

from ...solver.errors import InputError
from ...solver.motion.armature_motion import rotation_channel, rotation_channel_name
from ..armature import actions
from ..armature.posed_bones import rotations
from ..armature.rest_pose import Array, armature_data
from ..armature.skin import is_skin_of


def rest_from_pose(armature_object: bpy.types.Object) -> None:
    """Applies the pose as rest pose; the action that plays is left as it is, and a converted copy plays instead.

    Raises:
        InputError: skins, constraints or scaled bones would not look the same afterwards.
    """
    _check(armature_object)
    bases = {bone.name: np.array(bone.matrix_basis, float) for bone in armature_object.pose.bones}
    data = armature_object.animation_data
    old = data.action if data is not None else None
    channels = _converted(old, armature_object, bases) if old is not None else []
    mode = armature_object.mode
    with bpy.context.temp_override(active_object=armature_object, object=armature_object):
        bpy.ops.object.mode_set(mode="POSE")
        bpy.ops.pose.armature_apply(selected=False)
        bpy.ops.object.mode_set(mode=mode)
    armature_data(armature_object).spacetime.contacts.clear()  # they were told in the old rest pose
    if old is None:
        return
    old.use_fake_user = True
    action = actions.new_action(f"{old.name} (new rest)", armature_object.name)
    for bone, name, frames, values in channels:
        actions.add_curves(action, bone, name, frames, values)
    actions.assign(armature_object, action)


def _check(armature_object: bpy.types.Object) -> None:
    skin = next((each for each in bpy.data.objects if is_skin_of(each, armature_object)), None)
    if skin is not None:
        raise InputError(
            f"'{skin.name}' hangs on these bones and would change its shape; give it to a copy first"
        )
    for bone in armature_object.pose.bones:
        if any(not c.mute and c.influence > 0 for c in bone.constraints):
            raise InputError(f"the bone '{bone.name}' has constraints; bake the action and remove them first")
        if not bone.bone.use_inherit_rotation or not bone.bone.use_local_location:
            raise InputError(
                f"the bone '{bone.name}' does not inherit rotation or moves along the armature's axes"
            )
        if max(abs(s - 1.0) for s in bone.scale) > 1e-4:
            raise InputError(f"the bone '{bone.name}' is scaled in this pose; clear its scale (Alt+S) first")


def _converted(
    action: bpy.types.Action, armature_object: bpy.types.Object, bases: dict[str, Array]
) -> list[tuple[str, str, Array, Array]]:
    """Bone, channel, frames (S,) and values (S, k) of every keyed rotation and location, as from the new rest pose."""
    found = []
    for (name, channel), curves in actions.channels(action).items():
        bone = armature_object.pose.bones.get(name)
        if bone is None or not channel.startswith(("rotation", "location")):
            continue
        turn, shift = bases[name][:3, :3], bases[name][:3, 3]
        frames = np.unique([point.co[0] for curve in curves for point in curve.keyframe_points])
        values = np.tile(np.array(getattr(bone, channel), float), (len(frames), 1))  # where it has no curve
        values[:, [curve.array_index for curve in curves]] = actions.sample(curves, frames.tolist())
        if channel == "location":
            found.append((name, channel, frames, (values - shift) @ turn))
        elif channel == rotation_channel_name(bone.rotation_mode):
            turned = turn.T @ rotations(values, bone.rotation_mode)
            found.append((name, channel, frames, rotation_channel(bone.rotation_mode, turned)[1]))
    return found
