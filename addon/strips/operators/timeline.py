"""Enlarges the timeline for the tracks of contacts."""

import bpy
from bpy.types import Context

from ....solver.errors import InputError
from ...interface.availability import Outcome, why_no_armature
from ...interface.button import Button, refusable
from ..read_strips import low_timeline


class SPACETIME_OT_enlarge_timeline(Button):
    """Enlarge Timeline."""

    bl_idname = "spacetime.enlarge_timeline"
    bl_label = "Enlarge Timeline"
    bl_description = "Enlarge the timeline until every contact has a track of full height"
    bl_options = set()

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there is a timeline that is too low."""
        reason = why_no_armature(context)
        if not reason and low_timeline(context) is None:
            reason = "The contacts already have full height in every timeline"
        return reason

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Moves the top edge as far as the area above allows."""
        low = low_timeline(context)
        assert low is not None  # else the button is disabled
        area, lacking = low
        middle, top = area.x + area.width // 2, area.y + area.height
        if bpy.ops.screen.area_move(x=middle, y=top, delta=round(lacking)) != {"FINISHED"}:
            raise InputError("The top edge of the timeline cannot move; make room for it in the window")
        return {"FINISHED"}
