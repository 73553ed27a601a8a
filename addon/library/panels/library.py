"""Subpanels of the motion library and graph."""

import bpy
from bpy.types import Context, Panel, PropertyGroup, UILayout

from ...blender.rest_pose import armature_data
from ...interface.availability import the_armature
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import Part, column_of_fields
from ..entries import active_entry
from ..graph import is_building
from ..joining import strips_to_join
from ..layering import strips_to_layer
from ..playing import play
from ..shown_graph import shown_graph
from .entries import draw_entries

PICTURE = 13.0  # rows of height, of a graph
LISTED = 12  # largest number of listed targets of a motion


class SPACETIME_PT_library(Part, Panel):
    """Solved motions; panels below make new motions from them."""

    bl_label = "Library"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_entries(self.layout, context, the_armature(context))


class SPACETIME_PT_graph(Part, Panel):
    """Transitions, motion graphs and walks, made from solved motions."""

    bl_label = "Join and Walk"
    bl_parent_id = "SPACETIME_PT_library"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        armature_object = the_armature(context)
        draw_join(self.layout, armature_object)
        draw_graph(self.layout, armature_object.spacetime.library)
        draw_picture(self.layout, armature_object)
        draw_coverage(self.layout, armature_object.spacetime.library)
        draw_walks(self.layout, armature_object.spacetime.library)


def draw_join(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """Draws the join of two motions: selected strips, else those chosen in the list."""
    layout.operator("spacetime.join", icon="AUTOMERGE_ON")
    layers, strips = strips_to_layer(armature_object), strips_to_join(armature_object)
    if layers is not None:
        upper, lower = layers.upper.action.name, layers.lower.action.name
        draw_sentence(
            layout, worded("Selected strips: {upper} on top of {lower}", upper=upper, lower=lower), "NLA"
        )
    elif strips is not None:
        (_, first), (_, second) = strips.first, strips.second
        draw_sentence(
            layout, worded("Selected strips: {first}, then {second}", first=first, second=second), "NLA"
        )
        if strips.strips is not None:
            text = worded("{count} frames in between are filled", count=round(strips.gap) - 1)
            draw_sentence(layout, text, "BLANK1")
    column = column_of_fields(layout)
    library = armature_object.spacetime.library
    column.prop_search(library, "upper_bones", armature_data(armature_object), "collections_all")
    column.prop(library, "ease")


def draw_graph(layout: UILayout, library: PropertyGroup) -> None:
    """Draws the motions of the graph and the result of its construction."""
    layout.separator()
    row = layout.row(align=True)
    row.operator("spacetime.build_graph", icon="OUTLINER")
    if is_building():
        row.operator("spacetime.stop_graph", text="", icon="CANCEL")
    column = column_of_fields(layout)
    column.prop(library, "graph")
    column.prop(library, "has_bridges")
    column.prop(library, "uses_clips")
    for limit in ("most_force", "most_moment", "most_slide"):
        column.prop(library, limit)
    _draw_lines(layout, library.told)


def draw_picture(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """Draws the graph and the targets of the motion selected in the list above as buttons that jump there."""
    shown, active = shown_graph(armature_object), active_entry(armature_object)
    if shown is None:
        return
    if shown.icon:
        layout.template_icon(icon_value=shown.icon, scale=PICTURE)
    if active is None or active.name not in shown.targets:
        draw_sentence(layout, worded("Select one of its motions in the list to see where it leads"), "INFO")
        return
    ways = shown.targets[active.name]
    draw_sentence(layout, worded("Transitions from {name}:", name=active.name), "OUTLINER")
    column = layout.column(align=True)
    for name, many in ways[:LISTED]:
        column.operator("spacetime.go_to_motion", text=f"{name} ({many})", translate=False).motion = name
    if len(ways) > LISTED:
        draw_sentence(layout, worded("and {count} more", count=len(ways) - LISTED), "BLANK1")


def draw_coverage(layout: UILayout, library: PropertyGroup) -> None:
    """Draws what the graph covers, and what it lacks."""
    row = layout.row(align=True)
    row.operator("spacetime.cover_graph", icon="VIEWZOOM")
    row.operator("spacetime.show_graph", icon="IMAGE_DATA")
    layout.operator("spacetime.generate_missing", icon="ADD")
    column_of_fields(layout).prop(library, "within")
    _draw_lines(layout, library.covered)


def draw_walks(layout: UILayout, library: PropertyGroup) -> None:
    """Draws the settings of walks."""
    layout.separator()
    layout.operator("spacetime.follow_curve", icon="CURVE_PATH")
    column = column_of_fields(layout)
    column.prop(library, "curve")
    column.prop(library, "speed")
    layout.operator("spacetime.random_walk", icon="FORCE_TURBULENCE")
    column = column_of_fields(layout)
    column.prop(library, "seconds")
    column.prop(library, "seed")
    column.prop(library, "is_physical")
    below = column.column()
    below.active = library.is_physical
    below.prop(library, "around_blends")
    row = layout.row(align=True)
    row.operator("spacetime.play_graph", icon="PLAY", depress=play.is_on)
    row.operator("spacetime.bake_play", icon="REC")
    column = column_of_fields(layout)
    column.prop(library, "steering")
    if library.steering == "TARGET":
        column.prop(library, "target")
    column.prop(library, "bakes_physical")


def _draw_lines(layout: UILayout, text: str) -> None:
    for line in text.splitlines():
        draw_sentence(layout, line, "DOT")
