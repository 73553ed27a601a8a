"""Path of the clips of a scene's spaces."""

from pathlib import Path

import bpy

from ...solver.errors import InputError
from ..preferences import ROOT_PACKAGE


def store_file(scene: bpy.types.Scene) -> Path:
    """Where the clips are kept: as told, or beside the .blend file.

    Raises:
        InputError: the file is not saved and nothing is told, or Blender would remove the place.
    """
    told = scene.spacetime.clips.store.strip()
    if not told and not bpy.data.filepath:
        raise InputError(
            "there is no folder for the clips; save the file first, or choose a path under Clips"
        )
    path = Path(bpy.path.abspath(told)) if told else Path(bpy.data.filepath).with_suffix(".clips.sqlite")
    if ROOT_PACKAGE.startswith("bl_ext."):
        own = Path(bpy.utils.extension_path_user(ROOT_PACKAGE)).resolve()
        if path.resolve().is_relative_to(own):
            raise InputError("Blender deletes this folder when the extension is removed; choose another")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder '{path.parent}' for the clips; choose another")
    return path
