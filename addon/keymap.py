"""Mouse and keys over contacts on the timeline; elsewhere they work as usual.

Blender asks an add-on's keys before its own. Ours pass the event on unless the mouse is over a bar, or, to add one,
over an empty place of a lane.
"""

from typing import Any

import bpy

DRAG, REMOVE, POINT = (f"spacetime.{name}_phase" for name in ("drag", "remove", "point_at"))
_items: list[tuple[Any, Any]] = []  # Blender's keymap, and our item of it


def register() -> None:
    """Adds our items; nothing to do in a Blender without keys."""
    configuration = bpy.context.window_manager.keyconfigs.addon
    if configuration is None:
        return
    keymap = configuration.keymaps.new("Dopesheet", space_type="DOPESHEET_EDITOR")
    items = keymap.keymap_items
    drag = items.new(DRAG, "LEFTMOUSE", "PRESS")
    add = items.new(DRAG, "LEFTMOUSE", "PRESS", ctrl=True), items.new(DRAG, "LEFTMOUSE", "DOUBLE_CLICK")
    for item in add:
        item.properties.adds = True
    remove = items.new(REMOVE, "X", "PRESS"), items.new(REMOVE, "DEL", "PRESS")
    point = items.new(POINT, "MOUSEMOVE", "ANY", any=True)
    _items.extend((keymap, item) for item in (drag, *add, *remove, point))


def unregister() -> None:
    """Takes them away again; the keymap is Blender's."""
    for keymap, item in _items:
        keymap.keymap_items.remove(item)
    _items.clear()
