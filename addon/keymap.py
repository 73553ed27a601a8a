"""Mouse and keys over contacts on the timeline, elsewhere they work as usual; and keys of the 3D view.

Blender asks an add-on's keys before its own. Ours pass the event on unless the mouse is over a bar, or, to add one,
over an empty place of a lane.
"""

from typing import Any, Final

import bpy
from bpy.types import Context, KeyMap, KeyMapItem

PIE = "SPACETIME_MT_pie"
KEY: Final = "Y"  # free in the 3D view where nothing is edited, alone and with any of these
PRESSED: dict[str, dict[str, Any]] = {
    "spacetime.solve": {"shift": True},
    "spacetime.make_physical": {"shift": True, "alt": True},
    "spacetime.accept": {"alt": True},
    "spacetime.live": {"ctrl": True, "alt": True},
}  # what is pressed together with the key
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
    view = configuration.keymaps.new("3D View", space_type="VIEW_3D")
    pie = view.keymap_items.new("wm.call_menu_pie", KEY, "PRESS")
    pie.properties.name = PIE
    keys = [view.keymap_items.new(operator, KEY, "PRESS", **held) for operator, held in PRESSED.items()]
    _items.extend((view, item) for item in (pie, *keys))


def keys_of_the_user(context: Context) -> tuple[tuple[KeyMap, KeyMapItem], ...]:
    """The keymap and the items of the 3D view as the user has them, for the preferences; none without keys."""
    configuration = context.window_manager.keyconfigs.user
    found = configuration.keymaps.get("3D View") if configuration is not None else None
    if found is None:
        return ()
    return tuple((found, item) for item in found.keymap_items if _is_ours(item))


def _is_ours(item: KeyMapItem) -> bool:
    is_pie = item.idname == "wm.call_menu_pie" and getattr(item.properties, "name", "") == PIE
    return is_pie or item.idname in PRESSED


def unregister() -> None:
    """Takes them away again; the keymap is Blender's."""
    for keymap, item in _items:
        keymap.keymap_items.remove(item)
    _items.clear()
