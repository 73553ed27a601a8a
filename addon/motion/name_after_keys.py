"""Names a motion that follows the artist's keys after their action, unless it has a name."""

import re

import bpy

from ..blender.nla import played_layers
from ..blender.take_names import plain_name

ENDING, NAMELESS = (
    " physical",
    "Physical",
)  # suffix of the action's name, and name if Blender named the action
_SUCH_TAKE = re.compile(rf"(?:\d+ )?(.+{ENDING}|{NAMELESS})(?: \d+)?")  # also with the number of a take


def name_after_keys(armature_object: bpy.types.Object) -> None:
    """Names the motion in the panel after the assigned action, unless the artist typed a name."""
    motion, layers = armature_object.spacetime.motion, played_layers(armature_object)
    if motion.motion_name.strip() != motion.given_name or not layers:
        return
    own = plain_name(layers[0].curves[0].id_data.name)
    motion.motion_name = motion.given_name = _name_after(own, armature_object)


def _name_after(own: str, armature_object: bpy.types.Object) -> str:
    """Name of the motion made from an action, which may already be such a motion."""
    if own == f"{armature_object.name}Action":
        return NAMELESS
    such = _SUCH_TAKE.fullmatch(own)
    return such[1] if such else own + ENDING
