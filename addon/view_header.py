"""How a solve goes, in the 3D view's header while its sidebar is closed."""

from typing import Any

import bpy
from bpy.types import Context, UILayout

BAR = 10  # units of width, in which what the solver does has room


def draw_header(header: Any, context: Context) -> None:
    """Only draws; Blender calls it for every 3D view."""
    space = context.space_data
    if space is not None and not getattr(space, "show_region_ui", True):
        draw_status(header.layout, context)


def draw_status(layout: UILayout, context: Context) -> None:
    """What the solver does and how far it is, with a button that stops it, or how it ended."""
    run = context.window_manager.spacetime
    row = layout.row(align=True)
    if run.is_running:
        bar = row.row()
        bar.ui_units_x = BAR
        bar.progress(text=run.text, factor=run.fraction)
        row.operator("spacetime.cancel", text="", icon="CANCEL").index = 0
    elif run.doing:
        row.label(text=run.doing, icon="SORTTIME")
    elif run.is_live:
        row.label(text=run.live_text, icon="ERROR" if run.live_failed else "REC")
    elif run.error:
        row.alert = True
        row.label(text=run.error_line or run.error, icon="ERROR")


def register() -> None:
    """Adds it."""
    _header().append(draw_header)


def unregister() -> None:
    """Takes it away again."""
    _header().remove(draw_header)


def _header() -> Any:
    return bpy.types.VIEW3D_HT_header
