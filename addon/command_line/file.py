"""The open file, and messages about it."""

import sys
from pathlib import Path
from typing import Any

import bpy

from ...solver.errors import InputError
from ...solver.messages import Message, Status, encode
from ..blender.frame_rate import rate_of
from ..blender.nla import is_played
from ..character.ground import carries_motion
from ..files.import_bvh import import_bvh
from ..result.ghost import is_ghost
from ..runtime.event_loop import at_once

IMPORTERS = {".fbx": "fbx", ".glb": "gltf", ".gltf": "gltf"}


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


def open_file(file: Path) -> None:
    """Opens a file instead of the current one."""
    try:
        bpy.ops.wm.open_mainfile(filepath=str(file.resolve()), load_ui=False)
    except RuntimeError as error:
        raise InputError(f"the file '{file}' could not be opened: {str(error).strip()}") from error


def appended_armature(file: Path, scene: bpy.types.Scene, name: str | None) -> bpy.types.Object:
    """The named armature of a .blend, .bvh, .fbx, .glb or .gltf file, or its only one that is animated.

    Raises:
        InputError: the file cannot be read, has another frame rate or not exactly one such armature.
    """
    if not file.is_file():
        raise InputError(f"there is no file '{file}'")
    if file.suffix == ".bvh":
        return at_once(import_bvh(file, scene)).rig
    before = set(bpy.data.objects)
    if file.suffix == ".blend":
        _append_all(file, scene)
    elif file.suffix in IMPORTERS:
        importer = getattr(bpy.ops.import_scene, IMPORTERS[file.suffix])
        try:
            importer(filepath=str(file.resolve()))
        except RuntimeError as error:
            raise InputError(f"the file '{file}' could not be read: {str(error).strip()}") from error
    else:
        raise InputError(f"expected a .blend, .bvh, {', '.join(IMPORTERS)} file, found '{file}'")
    found = [each for each in bpy.data.objects if each not in before]
    rigs = [each for each in found if each.type == "ARMATURE" and not is_ghost(each)]
    chosen = [each for each in rigs if (name is None and is_played(each)) or each.name.split(".")[0] == name]
    for each in found:
        if each not in chosen:
            bpy.data.objects.remove(each)
    if len(chosen) != 1:
        known = ", ".join(f"'{each.name}'" for each in chosen) or "none"
        raise InputError(
            f"expected one animated armature in '{file}', found {known}; say which with --source"
        )
    return chosen[0]


def _append_all(file: Path, scene: bpy.types.Scene) -> None:
    """Appends the objects of a .blend file, which must play as many frames a second as the scene."""
    libraries: Any = bpy.data.libraries
    with libraries.load(str(file.resolve())) as (there, selection):
        selection.objects, selection.scenes = list(there.objects), list(there.scenes)[:1]
    for each in (each for each in selection.objects if each is not None):
        scene.collection.objects.link(each)
    for other in selection.scenes:
        rates = rate_of(other), rate_of(scene)
        bpy.data.scenes.remove(other)
        if abs(rates[0] - rates[1]) > 1e-3:
            raise InputError(
                f"'{file}' plays {rates[0]:g} frames a second, but '{Path(bpy.data.filepath).name}' {rates[1]:g}; set "
                "both to the same"
            )


def send(message: Message) -> None:
    """Prints a message as a line."""
    sys.stdout.write(encode(message) + "\n")
    sys.stdout.flush()
