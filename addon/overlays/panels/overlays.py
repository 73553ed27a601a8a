"""Switches of the overlays in Blender's *Viewport Overlays* popover."""

from typing import Any

from bpy.types import Context, Panel

from ...interface.availability import the_scene, why_no_character
from ...locale import OWN_SENSE
from ..figure import FIGURE_OVERLAYS
from ..physics import OVERLAYS


class SPACETIME_PT_overlays(Panel):
    """Overlays of physics."""

    bl_label = "Overlays"
    bl_space_type: Any = "VIEW_3D"
    bl_region_type: Any = "HEADER"
    bl_parent_id = "VIEW3D_PT_overlay"
    bl_translation_context = OWN_SENSE

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether there is a character."""
        return not why_no_character(context)

    def draw(self, context: Context) -> None:
        """Draws the switches."""
        switches = the_scene(context).spacetime.overlays
        column = self.layout.column(align=True)
        for name in (*FIGURE_OVERLAYS, "show_posing", *OVERLAYS, "show_stripe", "show_strips"):
            column.prop(switches, name)
