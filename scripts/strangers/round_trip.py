"""Exports of an accepted motion, read back by Blender's own importers into an empty file."""

import contextlib
import io
import logging
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from scripts.strangers.reading import Seen, see

bpy: Any = import_module("bpy")

FORMATS = {"BVH": ".bvh", "FBX": ".fbx", "GLTF": ".glb"}


def read_back(path: Path, kind: str, seconds: Sequence[float], rate: int) -> Seen:
    """The motion of a file at times since its first key, in a new scene of meters.

    Args:
        path: of the file.
        kind: of FORMATS.
        seconds: at which to look.
        rate: frames per second of the new scene.

    Raises:
        ValueError: no armature with a motion is in the file.
    """
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    scene = bpy.context.scene
    scene.render.fps = rate
    with contextlib.redirect_stdout(io.StringIO()):
        if kind == "BVH":
            bpy.ops.import_anim.bvh(filepath=str(path), axis_forward="Y", axis_up="Z", use_fps_scale=True)
        elif kind == "FBX":
            bpy.ops.import_scene.fbx(filepath=str(path))
        else:
            bpy.ops.import_scene.gltf(filepath=str(path), loglevel=logging.ERROR)
    rigs = [each for each in bpy.data.objects if each.type == "ARMATURE"]
    if len(rigs) != 1 or rigs[0].animation_data is None:
        raise ValueError(f"{path.name} has {len(rigs)} armatures")
    rig, data = rigs[0], rigs[0].animation_data
    actions = [strip.action for track in data.nla_tracks for strip in track.strips]
    first = (data.action or actions[0]).frame_range[0]
    return see(rig, scene, (first + rate * np.asarray(seconds)).tolist(), rate=rate)


def names_in_file(found: Seen, bones: Sequence[str]) -> dict[str, str]:
    """Names in a file of a rig's bones; those that are lost have none.

    Exporters replace characters, so what is not found by its name is found by its letters and digits.
    """
    by_letters = {_letters(name): name for name in found.names}
    names = {name: name if name in found.names else by_letters.get(_letters(name), "") for name in bones}
    return {name: other for name, other in names.items() if other}


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name))
