"""File of the motions found by searches."""

from pathlib import Path

import bpy

from ..blender.kept_file import kept_file

ENDING = "explore.sqlite"


def exploration_file() -> Path:
    """Path of the file: next to the .blend file, or while that is unsaved, in Blender's temporary folder.

    Raises:
        InputError: the folder of the .blend file is missing, or Blender would remove it.
    """
    if not bpy.data.filepath:
        return Path(bpy.app.tempdir) / ENDING
    return kept_file("", ending=f".{ENDING}", content="the motions that are found", field="File")
