"""Entries in Blender's own menus, for files without characters: File > Import and Add > Armature."""

from typing import Any

import bpy
from bpy.types import Context


def draw_import(menu: Any, context: Context) -> None:
    """Draws the import of a motion capture file."""
    menu.layout.operator("spacetime.import_bvh", text="Motion Capture Sketch (.bvh)")


def draw_examples(menu: Any, context: Context) -> None:
    """Draws the menu of example characters and scenes."""
    menu.layout.menu("SPACETIME_MT_examples", icon="ARMATURE_DATA")


def register() -> None:
    """Adds the entries."""
    for menu, draw in _entries():
        menu.append(draw)


def unregister() -> None:
    """Removes the entries."""
    for menu, draw in _entries():
        menu.remove(draw)


def _entries() -> tuple[tuple[Any, Any], ...]:
    return (bpy.types.TOPBAR_MT_file_import, draw_import), (bpy.types.VIEW3D_MT_armature_add, draw_examples)
