"""Progress of a solve in the 3D view's header while the sidebar is closed."""

from typing import Any

import bpy
from bpy.types import Context, UILayout

BAR = 10  # width in UI units, enough for the status text


def draw_header(header: Any, context: Context) -> None:
    """Draws the status, in every 3D view with a closed sidebar."""
    space = context.space_data
    if space is not None and not getattr(space, "show_region_ui", True):
        draw_status(header.layout, context)


def draw_status(layout: UILayout, context: Context) -> None:
    """Draws the solver's progress with a stop button, or its error."""
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
    """Adds the status to the header."""
    _header().append(draw_header)


def unregister() -> None:
    """Removes the status from the header."""
    _header().remove(draw_header)


def _header() -> Any:
    return bpy.types.VIEW3D_HT_header
