"""The Blender add-on: the only code that imports bpy."""

import atexit
import gc
from collections.abc import Callable
from typing import Any

import bpy
from bpy.app.handlers import persistent

from . import (
    command_line,
    keymap,
    locale,
    manual_links,
    menus,
    operators,
    panels,
    pie_menu,
    preferences,
    properties,
    view_header,
)
from .blender.evaluation import remove_playbacks
from .catalog.moving_pictures import moving_pictures
from .character.limit_edits import limit_edits
from .files import earlier_versions
from .interface.active_character import chosen_characters
from .library.playing import play
from .library.thumbnails import thumbnails
from .overlays import draw, gizmos
from .result.rate_edits import rate_edits
from .runtime.process import stop_all
from .solve import session
from .solve.live import live
from .spaces.session import spaces
from .spaces.store_file import store_file

MODULES = (
    properties,
    operators,
    panels,
    menus,
    pie_menu,
    view_header,
    preferences,
    draw,
    gizmos,
    keymap,
    limit_edits,
    chosen_characters,
    rate_edits,
    command_line,
    manual_links,
    locale,
)


def register() -> None:
    """Registers the add-on."""
    for module in MODULES:
        module.register()
    session.leave_the_ghost += (spaces.hide, live.leave, play.stop)
    for handlers, handler in _handlers():
        handlers.append(handler)
    atexit.register(stop_all)
    session.warm_up()
    gc.freeze()  # saves the garbage collector 40 ms of scanning all that Blender has loaded


def unregister() -> None:
    """Ends running solvers and unregisters everything in reverse order."""
    gc.unfreeze()
    play.stop()
    thumbnails.clear()
    moving_pictures.clear()
    spaces.stop()
    live.stop()
    session.stop()
    stop_all()
    session.leave_the_ghost.clear()
    atexit.unregister(stop_all)
    for handlers, handler in _handlers():
        handlers.remove(handler)
    for module in reversed(MODULES):
        module.unregister()


@persistent  # type: ignore[untyped-decorator]
def _before_load(*_: object) -> None:
    """Stops all work, which belongs to the previous file."""
    play.forget()
    thumbnails.clear()
    spaces.stop()
    live.stop()
    session.stop()


@persistent  # type: ignore[untyped-decorator]
def _before_save(*_: object) -> None:
    """Hides previews, which are not saved."""
    play.stop()
    spaces.hide()
    live.hide_preview()
    session.hide_preview()


@persistent  # type: ignore[untyped-decorator]
def _after_save(*_: object) -> None:
    """Moves variations solved before the first save next to the file."""
    for scene in bpy.data.scenes:
        if not scene.spacetime.clips.store.strip():
            spaces.keep(store_file(scene))
            return


@persistent  # type: ignore[untyped-decorator]
def _after_load(*_: object) -> None:
    """Updates files of earlier versions, and cleans up those auto-saved during a solve."""
    earlier_versions.carry_over()
    session.sweep()
    remove_playbacks()


@persistent  # type: ignore[untyped-decorator]
def _before_undo(*_: object) -> None:
    """Hides previews: Blender crashes if their collection is in a scene that undo leaves unchanged."""
    play.stop()
    spaces.before_undo()
    live.hide_preview()
    session.hide_preview()


@persistent  # type: ignore[untyped-decorator]
def _after_undo(*_: object) -> None:
    """Drops references that undo or redo has invalidated."""
    spaces.forget_references()
    live.forget_references()
    session.after_undo()
    spaces.follow_sliders()


@persistent  # type: ignore[untyped-decorator]
def _after_change(_: object, depsgraph: bpy.types.Depsgraph) -> None:
    """Detects dragged targets and keys for live solving."""
    live.touch()
    if live.is_on:
        live.touch_actions(
            {each.id.name for each in depsgraph.updates if isinstance(each.id, bpy.types.Action)}
        )


def _handlers() -> tuple[tuple[list[Any], Callable[..., None]], ...]:
    on = bpy.app.handlers
    return (
        (on.depsgraph_update_post, _after_change),
        (on.load_pre, _before_load),
        (on.load_post, _after_load),
        (on.save_pre, _before_save),
        (on.save_post, _after_save),
        (on.undo_pre, _before_undo),
        (on.redo_pre, _before_undo),
        (on.undo_post, _after_undo),
        (on.redo_post, _after_undo),
    )
