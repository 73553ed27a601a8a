"""Blender's event loop: work a piece at a time, so that it never waits long for us, and draw what is new."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import bpy

PAUSE = 0.01  # s between two pieces


def in_a_window() -> AbstractContextManager[Any]:
    """Context for operators that want a window; a timer has none of its own."""
    windows = bpy.context.window_manager.windows
    return bpy.context.temp_override(window=windows[0]) if len(windows) else nullcontext()


def redraw() -> None:
    """Views and timelines show what is new."""
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type in ("VIEW_3D", "DOPESHEET_EDITOR"):
                area.tag_redraw()


def work_off(pieces: Iterator[None]) -> None:
    """Does one piece of work per turn of the event loop, to the end."""

    def piece() -> float | None:
        with in_a_window():
            try:
                next(pieces)
            except StopIteration:
                return None
        return PAUSE

    bpy.app.timers.register(piece, first_interval=0.0)
