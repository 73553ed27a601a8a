"""The View panel: placement of the ghost, and overlays."""

from bpy.types import Context, Panel

from ...interface.availability import the_armature
from ...interface.sidebar import Part, column_of_fields
from .overlays import SPACETIME_PT_overlays


class SPACETIME_PT_view(Part, Panel):
    """Ghosts and overlays."""

    bl_label = "View"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Draws the panel."""
        armature_object = the_armature(context)
        column = column_of_fields(self.layout)
        column.prop(armature_object.spacetime, "offset")
        column.prop(armature_object.spacetime, "stands_at_goals")
        column.prop(armature_object.spacetime, "stays_in_place")
        self.layout.popover(SPACETIME_PT_overlays.__name__, text="Overlays", icon="OVERLAY")
