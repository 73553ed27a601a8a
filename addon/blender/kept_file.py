"""Paths of files next to the .blend file."""

from os.path import isdir
from pathlib import Path

import bpy

from ...solver.errors import InputError
from ..preferences import ROOT_PACKAGE


def kept_file(entered: str, *, ending: str, content: str, field: str) -> Path:
    """Path of a file: as entered, or next to the .blend file.

    Args:
        entered: path that the artist entered, possibly empty.
        ending: of the name next to the .blend file, which replaces its extension.
        content: content of the file, in messages.
        field: of the panel in which a path can be entered.

    Raises:
        InputError: the .blend file is not saved and no path is entered, or Blender would remove the folder.
    """
    entered = entered.strip()
    if not entered and not bpy.data.filepath:
        raise InputError(
            f"there is no folder for {content}; save the file first, or choose a path under {field}"
        )
    path = Path(bpy.path.abspath(entered)) if entered else Path(bpy.data.filepath).with_suffix(ending)
    if ROOT_PACKAGE.startswith("bl_ext."):
        own = Path(bpy.utils.extension_path_user(ROOT_PACKAGE)).resolve()
        if path.resolve().is_relative_to(own):
            raise InputError("Blender deletes this folder when the extension is removed; choose another")
    if not isdir(path.parent):
        raise InputError(f"there is no folder '{path.parent}' for {content}; choose another")
    return path
