"""A motion that follows the artist's keys is called after them, unless the artist gave it a name."""

import bpy

from ..armature.actions import plain_name
from ..armature.played import played_layers

ENDING = " physical"


def name_after_keys(armature_object: bpy.types.Object) -> None:
    """Puts a name made from the action that plays into the panel, in place of one that the artist did not type."""
    motion, layers = armature_object.spacetime.motion, played_layers(armature_object)
    if motion.motion_name.strip() != motion.given_name or not layers:
        return
    own = plain_name(layers[0].curves[0].id_data.name)
    motion.motion_name = motion.given_name = own.removesuffix(ENDING) + ENDING
