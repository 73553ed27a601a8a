"""Whether an animation's character lies down, judged by its keys without visiting other frames."""

import bpy
import numpy as np

from ..blender import actions
from ..blender.posed_bones import keyed_matrices
from ..blender.rest_pose import armature_data, body_bones, bone_axes, nearest_rotation, place_of
from ..runtime.event_loop import at_once

LEAN = np.radians(60.0)  # tilt of the root body from the rest pose that counts as lying
SHARE = 1 / 3  # of the animation; leaps, kicks and somersaults lean for less
SAMPLES = 16  # number of tested frames


def lies(armature_object: bpy.types.Object, first: int, last: int) -> bool:
    """Whether it lies down for much of the frames from first to last; False (unknown) if controls or strips are keyed.

    Raises:
        InputError: the object's scale is uneven, or bones depend on each other in a cycle.
    """
    data, bodies = armature_object.animation_data, body_bones(armature_data(armature_object))
    if data is None or data.action is None or not bodies:
        return False
    hips, frames = bodies[0], np.linspace(first, last, SAMPLES).tolist()
    slot = actions.slot_of(armature_object)
    work = keyed_matrices(armature_object, data.action, frames, bones=[hips.name], slot=slot, from_rest=True)
    turn = nearest_rotation(at_once(work)[hips.name][:, :3, :3]) @ bone_axes(hips).T
    up = place_of(armature_object).rotation[2]  # world Z in armature axes
    return bool(np.mean(turn @ up @ up < np.cos(LEAN)) >= SHARE)
