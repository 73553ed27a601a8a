"""Files of a scene's variations: the permanent one, and a temporary one until the .blend file is saved."""

from contextlib import suppress
from pathlib import Path

import bpy

from ...solver.store.merge import add_spaces
from ..blender.kept_file import kept_file

COMPANIONS = ("", "-wal", "-shm")  # suffixes of SQLite's files


def store_file(scene: bpy.types.Scene) -> Path:
    """Path of the clips: as entered, next to the .blend file, or a temporary file.

    Raises:
        InputError: the folder is missing, or Blender would remove it.
    """
    entered = scene.spacetime.clips.store
    if not entered.strip() and not bpy.data.filepath:
        return temporary_store()
    return kept_file(entered, ending=".clips.sqlite", content="the variations", field="File")


def temporary_store() -> Path:
    """Path of clips of an unsaved .blend file, in a folder that Blender removes when it quits."""
    return Path(bpy.app.tempdir) / "variations.clips.sqlite"


def move_spaces(source: Path, target: Path) -> None:
    """Moves all variations from one file to another; on failure, the first file is unchanged.

    Raises:
        InputError: the other file has variations of the same name, or is not a store.
    """
    if source.is_file():
        add_spaces(target, source)
        remove_store(source)


def remove_store(store: Path) -> None:
    """Deletes a file of clips."""
    for ending in COMPANIONS:
        with suppress(FileNotFoundError):
            store.with_name(store.name + ending).unlink()
