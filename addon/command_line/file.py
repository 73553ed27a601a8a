"""The open file, and messages about it."""

import sys
from pathlib import Path

import bpy

from ...solver.errors import InputError
from ...solver.messages import Message, Status, encode
from ..character.ground import carries_motion
from ..result.ghost import is_ghost


def the_armature(name: str | None) -> bpy.types.Object:
    """The named armature, or the only one with bodies."""
    if name is not None:
        found = bpy.data.objects.get(name)
        if found is None or found.type != "ARMATURE":
            known = [each.name for each in bpy.data.objects if each.type == "ARMATURE"]
            raise InputError(f"there is no armature '{name}'; there are {', '.join(known) or 'none'}")
        return found
    characters = [each for each in the_scene().objects if each.type == "ARMATURE" and carries_motion(each)]
    characters = [each for each in characters if not is_ghost(each)]
    if len(characters) != 1:
        names = ", ".join(each.name for each in characters) or "none"
        raise InputError(f"expected one character in the file, found {names}; say which with --armature")
    return characters[0]


def the_scene() -> bpy.types.Scene:
    """The scene of the open file."""
    assert bpy.context.scene is not None
    return bpy.context.scene


def require_place_to_save(out: Path | None) -> None:
    """Raises InputError if there is no file to save to."""
    if not (out or bpy.data.filepath):
        raise InputError("there is no file to save to; open one or give a path with --out")


def save(out: Path | None) -> None:
    """Saves the file, by default to its own path."""
    file = str(out.resolve()) if out else bpy.data.filepath
    try:
        bpy.ops.wm.save_as_mainfile(filepath=file)
    except RuntimeError as error:
        raise InputError(f"the file '{file}' could not be saved: {str(error).strip()}") from error
    send(Status(f"saved '{file}'"))


def send(message: Message) -> None:
    """Prints a message as a line."""
    sys.stdout.write(encode(message) + "\n")
    sys.stdout.flush()
