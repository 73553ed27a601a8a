"""The Explore panel."""

import bpy
from bpy.types import Context, Panel, PropertyGroup, UILayout

from ...blender.rest_pose import armature_data
from ...interface.availability import the_armature
from ...interface.sidebar import Part, column_of_fields
from ...result.lineup import lineup_of
from ..choices import BODY, BONE_HEIGHT, EXPRESSION, FLIGHT, FORMULA, LIFT, MUSCLES, NONE, SHAPE
from ..search import is_exploring


class SPACETIME_PT_explore(Part, Panel):
    """Alternatives and trade-offs."""

    bl_label = "Explore"
    bl_parent_id = "SPACETIME_PT_library"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Draws the panel."""
        armature_object = the_armature(context)
        draw_explore(self.layout, armature_object)


def draw_explore(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """Draws all searches and the row of ghosts; found motions are in the list of takes."""
    chosen = armature_object.spacetime.explore
    draw_alternatives(column_of_fields(layout), chosen)
    layout.operator("spacetime.find_alternatives", icon="OUTLINER_OB_ARMATURE")
    row = layout.row(align=True)
    row.operator("spacetime.find_like", icon="ADD").is_less = False
    row.operator("spacetime.find_like", text="Less Like This", icon="REMOVE").is_less = True
    layout.separator()
    draw_trade_off(column_of_fields(layout), chosen, armature_data(armature_object))
    layout.operator("spacetime.find_trade_offs", icon="FCURVE")
    if chosen.points:
        row = layout.row(align=True)
        row.prop(chosen, "show_front", toggle=True)
        row.operator("spacetime.pick_trade_off", text="", icon="EYEDROPPER")
    layout.separator()
    draw_between(column_of_fields(layout), chosen)
    layout.operator("spacetime.find_between", icon="ARROW_LEFTRIGHT")
    layout.separator()
    layout.prop(chosen, "resume")
    if is_exploring():
        layout.operator("spacetime.stop_exploring", icon="CANCEL")
    row = layout.row(align=True)
    row.operator("spacetime.line_up", icon="COMMUNITY", depress=bool(lineup_of(armature_object)))
    row.operator("spacetime.pick_ghost", text="", icon="EYEDROPPER")


def draw_alternatives(column: UILayout, chosen: PropertyGroup) -> None:
    """Draws the number of alternatives and how they differ."""
    for name in ("count", "slack", "seed", "measure"):
        column.prop(chosen, name)
    if chosen.measure == EXPRESSION:
        column.prop(chosen, "difference")
    if chosen.measure == BODY:
        column.prop(chosen, "only_selected")
    if chosen.measure != SHAPE:
        column.prop(chosen, "keep_apart")


def draw_between(column: UILayout, chosen: PropertyGroup) -> None:
    """Draws the two takes and the slider between them."""
    column.prop(chosen, "first")
    column.prop(chosen, "second")
    column.prop(chosen, "share", slider=True)


def draw_trade_off(column: UILayout, chosen: PropertyGroup, armature: bpy.types.Armature) -> None:
    """Draws the quantities of trade-offs, their steps, and help."""
    column.prop(chosen, "quantity")
    if chosen.quantity == BONE_HEIGHT:
        column.prop_search(chosen, "bone", armature, "bones")
    if chosen.quantity == FORMULA:
        column.prop(chosen, "formula")
    column.prop(chosen, "by")
    names = (
        ("first_flight", "last_flight") if chosen.by == FLIGHT else ("first_level", "last_level", "n_levels")
    )
    for name in names:
        column.prop(chosen, name)
    column.prop(chosen, "second_quantity")
    if chosen.second_quantity == FORMULA:
        column.prop(chosen, "second_formula")
    if chosen.second_quantity != NONE:
        for name in ("first_second", "last_second", "n_seconds"):
            column.prop(chosen, name)
    column.prop(chosen, "help")
    if chosen.help == LIFT:
        column.prop(chosen, "lift_price")
    if chosen.help == MUSCLES:
        column.prop(chosen, "muscle_price")
