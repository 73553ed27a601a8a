"""Shortcuts of the 3D view, and of contacts on the timeline.

Add-on shortcuts precede Blender's own. Those of the timeline pass events on unless the mouse is over a bar or, to add
one, over an empty part of a lane.
"""

from typing import Any, Final

import bpy
from bpy.types import Context, KeyMap, KeyMapItem

PIE = "SPACETIME_MT_pie"
KEY: Final = "Y"  # unused in the 3D view outside edit modes, alone and with these modifiers
PRESSED: dict[str, dict[str, Any]] = {
    "spacetime.solve": {"shift": True},
    "spacetime.make_physical": {"shift": True, "alt": True},
    "spacetime.accept": {"alt": True},
    "spacetime.live": {"ctrl": True, "alt": True},
}  # modifiers of the key
DRAG, REMOVE, POINT = (f"spacetime.{name}_phase" for name in ("drag", "remove", "point_at"))
_items: list[tuple[Any, Any]] = []  # Blender's keymaps, and our items in them


def register() -> None:
    """Adds shortcuts; none in background mode."""
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
    """Keymap and items of the 3D view as configured by the user; empty in background mode."""
    configuration = context.window_manager.keyconfigs.user
    found = configuration.keymaps.get("3D View") if configuration is not None else None
    if found is None:
        return ()
    return tuple((found, item) for item in found.keymap_items if _is_ours(item))


def _is_ours(item: KeyMapItem) -> bool:
    is_pie = item.idname == "wm.call_menu_pie" and getattr(item.properties, "name", "") == PIE
    return is_pie or item.idname in PRESSED


def unregister() -> None:
    """Removes the shortcuts, but not Blender's keymaps."""
    for keymap, item in _items:
        keymap.keymap_items.remove(item)
    _items.clear()
