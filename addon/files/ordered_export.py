"""Work of the second Blender: opens a character and exports its motions with the usual exporters."""

import os
import resource
import threading
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn, TextIO

import bpy

from ...solver.commands.stop_signal import stop_signal
from ...solver.ending import run_to_the_end
from ...solver.messages import EXIT_CANCELLED, Done, Error, Message, Sink, encode
from .export_order import BLEND, CHARACTER_FILE, ExportOrder, take_file
from .export_takes import export_files, exporter_for
from .part_file import forget_parts

EXPORTER_ADDONS = (
    "io_anim_bvh",
    "io_scene_fbx",
    "io_scene_gltf2",
)  # Blender's own; an artist may have them off
POLITENESS = 5  # the artist's own Blender goes first


def main(folder: Path, voice: TextIO) -> NoReturn:
    """Does what is ordered in a folder and ends the process; stopped, or left alone, it ends at once.

    Args:
        folder: of the order and of what was written for it, which is removed once it is read.
        voice: takes solver.messages.
    """

    def send(message: Message) -> None:
        voice.write(encode(message) + "\n")
        voice.flush()

    os.nice(POLITENESS)
    order = ExportOrder.load(folder)
    stopped = stop_signal(watch_stdin=True)

    def send_unless_stopped(message: Message) -> None:
        if not (stopped.is_set() and isinstance(message, Error)):  # what is missing then was taken away by us
            send(message)

    threading.Thread(target=_end_when, args=(stopped, order, folder, send), daemon=True).start()
    os._exit(
        run_to_the_end(lambda: (_export(order, folder, send_unless_stopped), ""), send)
    )  # nothing needs putting away


def _end_when(stopped: threading.Event, order: ExportOrder, folder: Path, send: Sink) -> NoReturn:
    """Ends the process in the middle of its work; nothing half written stays."""
    stopped.wait()
    for file in folder.glob(f"*{BLEND}"):
        file.unlink(missing_ok=True)
    with suppress(OSError):  # whoever started this may be gone
        send(Done(EXIT_CANCELLED))
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))  # the exporter can begin no file any more
    forget_parts(order.files.values())
    os._exit(EXIT_CANCELLED)


def _export(order: ExportOrder, folder: Path, send: Sink) -> int:
    """Exports one motion after the other; the exit code."""
    addon_utils = import_module("addon_utils")
    for name in (*EXPORTER_ADDONS, *order.addons):
        _, is_on = addon_utils.check(name)
        if not is_on:
            addon_utils.enable(name)
    _open_character(order, folder / CHARACTER_FILE)
    export, _ = exporter_for(order.preset, order.file_format)
    codes = []
    for number, (name, file) in enumerate(order.files.items()):
        brought = _bring(take_file(folder, number))
        codes.append(export_files(order.armature, {name: file}, export, send))
        for action in brought:
            bpy.data.actions.remove(action)  # many long motions would fill the memory
    return max(codes)


def _open_character(order: ExportOrder, file: Path) -> None:
    """Opens the character in a scene as the artist's own, or in that itself if the character needs it."""
    bpy.ops.wm.open_mainfile(filepath=str(file), load_ui=False, use_scripts=order.runs_scripts)
    file.unlink()
    window, scene = bpy.context.window, bpy.data.scenes.get(order.scene)
    assert window is not None
    if scene is not None:  # a driver or a constraint refers to it
        window.scene, window.view_layer = scene, scene.view_layers[order.view_layer]
    else:
        scene = bpy.context.scene
        assert scene is not None
        scene.name = order.scene
        order.set_up(scene)
        for name in _with_parents(order.objects):
            scene.collection.objects.link(_own(name))
    scene.frame_set(order.frame, subframe=order.subframe)


def _with_parents(names: tuple[str, ...]) -> list[str]:
    """Names of objects, and of those that they hang on, which formats with a hierarchy write too."""
    found = dict.fromkeys(names)
    for name in names:
        above = _own(name).parent
        while above is not None and above.library is None:
            found[above.name] = None
            above = above.parent
    return list(found)


def _bring(file: Path) -> list[bpy.types.Action]:
    """The motion of a file, unless the character has come with it: it plays it, or has it in a strip."""
    if not file.exists():
        return []
    known = {each.name for each in bpy.data.actions if each.library is None}
    libraries: Any = bpy.data.libraries
    with libraries.load(str(file)) as (there, selection):
        selection.actions = [name for name in there.actions if name not in known]
    file.unlink()
    return list(selection.actions)


def _own(name: str) -> bpy.types.Object:
    """An object of this file; one of a library may have the same name."""
    return next(each for each in bpy.data.objects if each.name == name and each.library is None)
