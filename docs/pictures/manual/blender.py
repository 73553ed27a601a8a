"""Blender without a screen (5.2 or later), with this checkout as an extension."""

import importlib
from typing import Any

from scripts.failure import SetupFailure
from scripts.load_extension import load_extension

MODULE = load_extension()
bpy: Any = importlib.import_module("bpy")
gpu: Any = importlib.import_module("gpu")


def begin_to_draw() -> None:
    """Initializes the gpu module.

    Raises:
        SetupFailure: this version of Blender cannot draw without a screen.
    """
    if not hasattr(gpu, "init"):
        raise SetupFailure(
            f"the manual needs Blender 5.2 or later, found {bpy.app.version_string}; try .venv-3.13"
        )
    gpu.init()


def new_human() -> Any:
    """Rigify's basic human in an empty file, without bodies."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    importlib.import_module("addon_utils").enable("rigify", default_set=True)
    bpy.ops.object.armature_basic_human_metarig_add()
    return bpy.context.object
