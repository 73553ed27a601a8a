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
)  # of Blender; artists may have disabled them
POLITENESS = 5  # niceness, so that the artist's Blender has priority


def main(folder: Path, voice: TextIO) -> NoReturn:
    """Runs the order in a folder and ends the process, immediately if it is stopped or orphaned.

    Input in the folder is removed once it is read.
    """

    def send(message: Message) -> None:
        voice.write(encode(message) + "\n")
        voice.flush()

    os.nice(POLITENESS)
    order = ExportOrder.load(folder)
    stopped = stop_signal(watch_stdin=True)

    def send_unless_stopped(message: Message) -> None:
        if not (stopped.is_set() and isinstance(message, Error)):  # removed input causes errors
            send(message)

    threading.Thread(target=_end_when, args=(stopped, order, folder, send), daemon=True).start()
    os._exit(
        run_to_the_end(lambda: (_export(order, folder, send_unless_stopped), ""), send)
    )  # nothing to clean up


def _end_when(stopped: threading.Event, order: ExportOrder, folder: Path, send: Sink) -> NoReturn:
    """Ends the process during its work and removes partial files."""
    stopped.wait()
    for file in folder.glob(f"*{BLEND}"):
        file.unlink(missing_ok=True)
    with suppress(OSError):  # the parent process may have ended
        send(Done(EXIT_CANCELLED))
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))  # prevents the exporter from opening files
    forget_parts(order.files.values())
    os._exit(EXIT_CANCELLED)


def _export(order: ExportOrder, folder: Path, send: Sink) -> int:
    """Exports the motions one by one; returns the exit code."""
    addon_utils = import_module("addon_utils")
    for name in (*EXPORTER_ADDONS, *order.addons):
        _, is_on = addon_utils.check(name)
        if not is_on:
            addon_utils.enable(name)
    _open_character(order, folder / CHARACTER_FILE)
    export, _ = exporter_for(order.preset, order.file_format, style=order.style)
    codes = []
    for number, (name, file) in enumerate(order.files.items()):
        brought = _bring(take_file(folder, number))
        codes.append(export_files(order.armature, {name: file}, export, send))
        for action in brought:
            bpy.data.actions.remove(action)  # many long motions would use up memory
    return max(codes)


def _open_character(order: ExportOrder, file: Path) -> None:
    """Opens the character in a scene like the artist's, or in that one if the character refers to it."""
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
    """Names of objects and their parents, which formats with a hierarchy also write."""
    found = dict.fromkeys(names)
    for name in names:
        above = _own(name).parent
        while above is not None and above.library is None:
            found[above.name] = None
            above = above.parent
    return list(found)


def _bring(file: Path) -> list[bpy.types.Action]:
    """Appends the motion of a file, unless the character includes it as its action or in a strip."""
    if not file.exists():
        return []
    known = {each.name for each in bpy.data.actions if each.library is None}
    libraries: Any = bpy.data.libraries
    with libraries.load(str(file)) as (there, selection):
        selection.actions = [name for name in there.actions if name not in known]
    file.unlink()
    return list(selection.actions)


def _own(name: str) -> bpy.types.Object:
    """A local object; a linked one may have the same name."""
    return next(each for each in bpy.data.objects if each.name == name and each.library is None)
