"""File of the motions that searches have found."""

from pathlib import Path

import bpy

from ..blender.kept_file import kept_file

ENDING = "explore.sqlite"


def exploration_file() -> Path:
    """Beside the .blend file; in a temporary folder until that is saved, which Blender removes when it quits.

    Raises:
        InputError: the folder of the .blend file is no longer there, or Blender would remove it.
    """
    if not bpy.data.filepath:
        return Path(bpy.app.tempdir) / ENDING
    return kept_file("", ending=f".{ENDING}", what="the motions that are found", field="File")
