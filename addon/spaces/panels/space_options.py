"""Rarely needed options of variations: finer steps, combinations of values, and their file."""

from typing import Any

import bpy
from bpy.types import PropertyGroup, UILayout

from ....solver.errors import InputError
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import column_of_fields
from ..properties import EVERY
from ..read_space import grid_values

MOST_SHOWN = 30  # most values listed individually


def draw_options(
    layout: UILayout, armature_object: bpy.types.Object, clips: PropertyGroup, *, is_trying: bool
) -> None:
    """Draws an expandable row, with all options below while expanded."""
    space = armature_object.spacetime.space
    icon: Any = "DOWNARROW_HLT" if space.shows_options else "RIGHTARROW"
    heading = layout.row()
    heading.alignment = "LEFT"  # like Blender's subpanels
    heading.prop(space, "shows_options", icon=icon, emboss=False)
    if not space.shows_options:
        return
    draw_settings(layout, space, clips)
    if space.sampling == EVERY:
        for row in space.dimensions:
            if row.use and row.kind != "CHARACTER":
                draw_uneven_steps(layout, row)
    pair = layout.column(align=True)
    if is_trying:
        pair.operator("spacetime.stop_space", icon="CANCEL")
    else:
        pair.operator("spacetime.preview_space", icon="PRESET")
    pair.operator("spacetime.load_space", icon="FILE_REFRESH")


def draw_settings(layout: UILayout, space: PropertyGroup, clips: PropertyGroup) -> None:
    """Draws the combinations and their file."""
    column = column_of_fields(layout)
    column.prop(space, "space_name")
    whole_width = column.row()
    whole_width.use_property_split = False  # its text needs the full width of the sidebar
    whole_width.prop(space, "sampling", text="")
    spread = () if space.sampling == EVERY else ("count", "seed")
    for name in (*spread, "where"):
        column.prop(space, name)
    for name in ("store", "workers"):
        column.prop(clips, name)


def draw_uneven_steps(layout: UILayout, row: PropertyGroup) -> None:
    """Draws finer steps for a range in which small changes matter, and all values."""
    column = column_of_fields(layout)
    column.label(text=row.name, translate=False)
    column.prop(row, "use_finer")
    for name in ("finer_low", "finer_high", "finer_steps") if row.use_finer else ():
        column.prop(row, name)
    column.prop(row, "also_at")
    if row.use_finer or row.also_at:
        draw_values(column, row)


def draw_values(layout: UILayout, row: PropertyGroup) -> None:
    """Draws all values; nothing if they are invalid, which the row above reports."""
    try:
        values = grid_values(row)
    except InputError:
        return
    words = [f"{value:g}" for value in values[:MOST_SHOWN]]
    if len(values) > MOST_SHOWN:
        words.append(worded("and {count} more", count=len(values) - MOST_SHOWN))
    draw_sentence(layout, "  ".join(words), "CENTER_ONLY")
