"""Whether an animation's character lies, told from its keys without looking at another frame."""

import bpy
import numpy as np

from ..blender import actions
from ..blender.posed_bones import keyed_matrices
from ..blender.rest_pose import armature_data, body_bones, bone_axes, nearest_rotation, place_of
from ..runtime.event_loop import at_once

LEAN = np.radians(60.0)  # from the rest pose, by which the body that carries the others lies
SHARE = 1 / 3  # of the animation; those who leap, kick or turn over in the air lean for less
SAMPLES = 16  # frames that are looked at


def lies(armature_object: bpy.types.Object, first: int, last: int) -> bool:
    """Whether it does for much of the animation; not known, and False, where controls or strips are keyed.

    Args:
        armature_object: whose bones have bodies.
        first: frame of the animation.
        last: frame of the animation.

    Raises:
        InputError: the object's scale is uneven, or bones hang on each other in a circle.
    """
    data, bodies = armature_object.animation_data, body_bones(armature_data(armature_object))
    if data is None or data.action is None or not bodies:
        return False
    hips, frames = bodies[0], np.linspace(first, last, SAMPLES).tolist()
    slot = actions.slot_of(armature_object)
    work = keyed_matrices(armature_object, data.action, frames, bones=[hips.name], slot=slot, from_rest=True)
    turn = nearest_rotation(at_once(work)[hips.name][:, :3, :3]) @ bone_axes(hips).T
    up = place_of(armature_object).rotation[2]  # the world's Z in the armature
    return bool(np.mean(turn @ up @ up < np.cos(LEAN)) >= SHARE)
