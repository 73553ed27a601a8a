"""Paths of files that are kept beside the .blend file."""

from os.path import isdir
from pathlib import Path

import bpy

from ...solver.errors import InputError
from ..preferences import ROOT_PACKAGE


def kept_file(told: str, *, ending: str, what: str, field: str) -> Path:
    """Where something is kept: at the path given, or beside the .blend file.

    Args:
        told: path that the artist entered; may be empty.
        ending: of the name beside the .blend file, in place of its own.
        what: is kept, in a sentence.
        field: of the panel, where a path can be entered.

    Raises:
        InputError: the file is not saved and no path is given, or Blender would remove the place.
    """
    told = told.strip()
    if not told and not bpy.data.filepath:
        raise InputError(
            f"there is no folder for {what}; save the file first, or choose a path under {field}"
        )
    path = Path(bpy.path.abspath(told)) if told else Path(bpy.data.filepath).with_suffix(ending)
    if ROOT_PACKAGE.startswith("bl_ext."):
        own = Path(bpy.utils.extension_path_user(ROOT_PACKAGE)).resolve()
        if path.resolve().is_relative_to(own):
            raise InputError("Blender deletes this folder when the extension is removed; choose another")
    if not isdir(path.parent):
        raise InputError(f"there is no folder '{path.parent}' for {what}; choose another")
    return path
