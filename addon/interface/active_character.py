"""The character that panels and overlays show while one of its targets, surfaces or props is the active object."""

import bpy

from ..blender.message_bus import Edits
from ..blender.rest_pose import armature_data


def character_of(chosen: bpy.types.Object, scene: bpy.types.Scene) -> bpy.types.Object | None:
    """The character that an object belongs to: the one it deforms with or hangs from, or whose motion needs it.

    Of several, it is the one that was active last.
    """
    if chosen.type == "ARMATURE":
        return chosen
    wearer = chosen.find_armature() if chosen.type == "MESH" else None
    if wearer is not None or (chosen.parent is not None and chosen.parent.type == "ARMATURE"):
        return wearer or chosen.parent
    owners = [each for each in scene.objects if each.type == "ARMATURE" and _needs(each, chosen)]
    kept = scene.spacetime.character
    return kept if kept in owners else next(iter(owners), None)


def _needs(armature_object: bpy.types.Object, chosen: bpy.types.Object) -> bool:
    """Whether an object is the target of a goal or a surface that a contact touches."""
    goals, contacts = (
        armature_object.spacetime.motion.goals,
        armature_data(armature_object).spacetime.contacts,
    )
    return any(goal.target == chosen for goal in goals) or any(
        phase.surface == chosen for contact in contacts for phase in contact.phases
    )


def keep_character() -> None:
    """Remembers the active character in its scene."""
    chosen, scene = bpy.context.object, bpy.context.scene
    if chosen is not None and scene is not None and chosen.type == "ARMATURE":
        scene.spacetime.character = chosen


chosen_characters = Edits([(bpy.types.LayerObjects, "active")], keep_character)
