"""Names a motion that follows the artist's keys after their action, unless it has a name."""

import bpy

from ...solver.analysis.departure import follows_drawn
from ..blender.nla import played_layers
from ..blender.take_names import continued_name, plain_name
from ..result.clip_on_action import clip_of

ENDING = " physical"  # after the action's name
NAMELESS = "Physical"  # if Blender named the action


def name_after_keys(armature_object: bpy.types.Object) -> None:
    """Names the motion in the panel after the assigned action, unless the artist typed a name."""
    motion, layers = armature_object.spacetime.motion, played_layers(armature_object)
    if motion.motion_name.strip() != motion.given_name or not layers:
        return
    action = layers[0].curves[0].id_data
    assert isinstance(action, bpy.types.Action)
    motion.motion_name = motion.given_name = _name_after(action, armature_object)


def _name_after(action: bpy.types.Action, armature_object: bpy.types.Object) -> str:
    """Name of the motion made from an action; if that is a take that has followed keys itself, the take's."""
    own, clip = plain_name(action.name), clip_of(action)
    if clip is not None and follows_drawn(clip.job):
        return continued_name(action.name, clip.job.name)
    return NAMELESS if own == f"{armature_object.name}Action" else own + ENDING
