"""The switches of the overlays."""

from bpy.types import Context, Panel

from ...interface.availability import the_scene
from ...interface.sidebar import Part
from ..figure import FIGURE_OVERLAYS
from ..physics import OVERLAYS


class SPACETIME_PT_overlays(Part, Panel):
    """What physics looks like."""

    bl_label = "Overlays"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        switches = the_scene(context).spacetime.overlays
        column = self.layout.column(align=True)
        for name in (*FIGURE_OVERLAYS, *OVERLAYS, "show_stripe", "show_strips"):
            column.prop(switches, name, toggle=True)
