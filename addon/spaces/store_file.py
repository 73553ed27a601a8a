"""Files of the clips of a scene's variations: the one that lasts, and the one until the .blend file is saved."""

from contextlib import suppress
from pathlib import Path

import bpy

from ...solver.store.merge import add_spaces
from ..blender.kept_file import kept_file

COMPANIONS = ("", "-wal", "-shm")  # endings of the files that SQLite keeps


def store_file(scene: bpy.types.Scene) -> Path:
    """Where the clips are kept: at the path given, beside the .blend file, or in a temporary file.

    Raises:
        InputError: there is no such folder, or Blender would remove it.
    """
    told = scene.spacetime.clips.store
    if not told.strip() and not bpy.data.filepath:
        return temporary_store()
    return kept_file(told, ending=".clips.sqlite", what="the variations", field="File")


def temporary_store() -> Path:
    """Where the clips of a .blend file that was never saved are; Blender removes the folder when it quits."""
    return Path(bpy.app.tempdir) / "variations.clips.sqlite"


def move_spaces(source: Path, target: Path) -> None:
    """Moves all variations from one file to another; one that cannot get them leaves the first as it is.

    Raises:
        InputError: the other file has variations of the same name, or is no such file.
    """
    if source.is_file():
        add_spaces(target, source)
        remove_store(source)


def remove_store(store: Path) -> None:
    """Deletes a file of clips."""
    for ending in COMPANIONS:
        with suppress(FileNotFoundError):
            store.with_name(store.name + ending).unlink()
