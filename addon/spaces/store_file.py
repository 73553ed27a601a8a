"""Path of the clips of a scene's spaces."""

from pathlib import Path

import bpy

from ..blender.kept_file import kept_file


def store_file(scene: bpy.types.Scene) -> Path:
    """Where the clips are kept: at the path given, or beside the .blend file.

    Raises:
        InputError: the file is not saved and no path is given, or Blender would remove the place.
    """
    told = scene.spacetime.clips.store
    return kept_file(told, ending=".clips.sqlite", what="the clips", field="Clips")
