"""Stretches all takes when the artist changes the scene's frame rate."""

import bpy

from ..blender.message_bus import Edits
from . import review
from .scene_rate import preserve_duration


def preserve_durations() -> None:
    """Preserves the duration of every take, and updates the ghosts."""
    for armature_object in [each for each in bpy.data.objects if each.type == "ARMATURE"]:
        result = armature_object.spacetime
        if result.pending is not None:
            review.show_pending(armature_object)
        for take in result.takes:
            if take.action is not None:
                preserve_duration(take.action)


rate_edits = Edits(
    [(bpy.types.RenderSettings, "fps"), (bpy.types.RenderSettings, "fps_base")], preserve_durations
)
