"""The panel of many ways to do the same thing."""

import bpy
from bpy.types import Context, Panel, UILayout

from ...interface.availability import the_armature
from ...interface.sidebar import Part, column_of_fields
from ...result.lineup import lineup_of
from ..variations import is_exploring


class SPACETIME_PT_explore(Part, Panel):
    """Many ways to do the same thing."""

    bl_label = "Explore"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_variations(self.layout, the_armature(context))


def draw_variations(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """How many, how different, and the row of ghosts; what is found is among the takes."""
    column, chosen = column_of_fields(layout), armature_object.spacetime.explore
    column.prop(chosen, "count")
    column.prop(chosen, "slack")
    column.prop(chosen, "seed")
    column.prop(chosen, "only_selected")
    row = layout.row(align=True)
    row.operator("spacetime.find_variations", icon="OUTLINER_OB_ARMATURE")
    if is_exploring():
        row.operator("spacetime.stop_variations", text="", icon="CANCEL")
    is_shown = bool(lineup_of(armature_object))
    layout.operator("spacetime.line_up", icon="COMMUNITY", depress=is_shown)
