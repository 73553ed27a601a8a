"""All property groups, and the Blender data types that hold them."""

import bpy
from bpy.props import PointerProperty

from .character.properties import (
    SPACETIME_PG_bone,
    SPACETIME_PG_character,
    SPACETIME_PG_contact,
    SPACETIME_PG_part,
    SPACETIME_PG_phase,
)
from .explore.properties import SPACETIME_PG_explore, SPACETIME_PG_front_point
from .library.properties import SPACETIME_PG_entry, SPACETIME_PG_library
from .motion.goal_properties import SPACETIME_PG_angle, SPACETIME_PG_goal
from .motion.properties import SPACETIME_PG_motion
from .motion.sketch_properties import SPACETIME_PG_sketch, SPACETIME_PG_sketch_group
from .object_properties import SPACETIME_PG_object
from .overlays.properties import SPACETIME_PG_overlays
from .result.properties import (
    SPACETIME_PG_guidance,
    SPACETIME_PG_posed,
    SPACETIME_PG_take,
    SPACETIME_PG_taken_over,
)
from .scene_properties import SPACETIME_PG_scene
from .solve.properties import SPACETIME_PG_run
from .spaces.properties import SPACETIME_PG_clips, SPACETIME_PG_dimension, SPACETIME_PG_space

CLASSES = (
    SPACETIME_PG_bone,
    SPACETIME_PG_phase,
    SPACETIME_PG_contact,
    SPACETIME_PG_part,
    SPACETIME_PG_character,
    SPACETIME_PG_angle,
    SPACETIME_PG_goal,
    SPACETIME_PG_sketch_group,
    SPACETIME_PG_sketch,
    SPACETIME_PG_motion,
    SPACETIME_PG_overlays,
    SPACETIME_PG_dimension,
    SPACETIME_PG_space,
    SPACETIME_PG_clips,
    SPACETIME_PG_front_point,
    SPACETIME_PG_explore,
    SPACETIME_PG_entry,
    SPACETIME_PG_library,
    SPACETIME_PG_scene,
    SPACETIME_PG_run,
    SPACETIME_PG_guidance,
    SPACETIME_PG_take,
    SPACETIME_PG_taken_over,
    SPACETIME_PG_posed,
    SPACETIME_PG_object,
)
POINTERS = (
    (bpy.types.Bone, SPACETIME_PG_bone),
    (bpy.types.Armature, SPACETIME_PG_character),
    (bpy.types.Object, SPACETIME_PG_object),
    (bpy.types.Scene, SPACETIME_PG_scene),
    (bpy.types.WindowManager, SPACETIME_PG_run),
)


def register() -> None:
    """Adds ``spacetime`` to bones, armatures, objects, scenes and the window manager."""
    for cls in CLASSES:
        bpy.utils.register_class(cls)
    for owner, group in POINTERS:
        owner.spacetime = PointerProperty(type=group, name="Spacetime", description=group.__doc__ or "")


def unregister() -> None:
    """Removes them and unregisters the groups."""
    for owner, _group in reversed(POINTERS):
        del owner.spacetime
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
