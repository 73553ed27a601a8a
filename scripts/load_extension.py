"""Enables this checkout as an extension in the bpy module, for demos and tests.

from scripts.load_extension import load_extension
load_extension()          # before anything else imports bpy
import bpy
bpy.ops.spacetime.fit_bodies()
"""

import atexit
import importlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from scripts.environment import ROOT

MODULE = "bl_ext.user_default.spacetime_animator"


def load_extension() -> str:
    """Give Blender an empty user folder, link the checkout into it and enable it; return the module's name."""
    if "BLENDER_USER_RESOURCES" not in os.environ:
        folder = tempfile.mkdtemp(prefix="spacetime-blender-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ["BLENDER_USER_RESOURCES"] = folder
    link = Path(os.environ["BLENDER_USER_RESOURCES"], "extensions", "user_default", MODULE.rpartition(".")[2])
    if not link.exists():
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(ROOT, target_is_directory=True)
    bpy = importlib.import_module("bpy")
    addon_utils = importlib.import_module("addon_utils")  # only found after importing bpy
    addon_utils.extensions_refresh()
    if addon_utils.enable(MODULE, default_set=True) is None:
        raise RuntimeError(f"{MODULE} does not register in Blender {bpy.app.version_string}")
    return MODULE


def ours(name: str) -> Any:
    """A module of the extension as loaded by Blender; its name begins with addon or solver."""
    return importlib.import_module(f"{MODULE}.{name}")
