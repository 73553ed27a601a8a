"""Tests inside Blender, with this checkout linked into an empty user folder as an extension in development.

Blender reads the user folder's place when bpy is imported, so this happens before the tests are imported.
They may begin with `from bl_ext.user_default.spacetime_animator.addon import ...`.
"""

import atexit
import importlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULE = "bl_ext.user_default.spacetime_animator"

USER_FOLDER = Path(tempfile.mkdtemp(prefix="spacetime-blender-"))
atexit.register(shutil.rmtree, USER_FOLDER, ignore_errors=True)
os.environ["BLENDER_USER_RESOURCES"] = str(USER_FOLDER)

link = USER_FOLDER / "extensions" / "user_default" / MODULE.rpartition(".")[2]
link.parent.mkdir(parents=True)
link.symlink_to(ROOT, target_is_directory=True)

import bpy  # noqa: E402

addon_utils = importlib.import_module("addon_utils")  # Found only once bpy is there.
addon_utils.extensions_refresh()
if addon_utils.enable(MODULE, default_set=True) is None:
    raise RuntimeError(
        f"{MODULE} does not register in Blender {bpy.app.version_string}; its traceback is above"
    )


@pytest.fixture(autouse=True)
def empty_file():
    """Begin each test in an empty Blender file, with the add-on enabled."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)


@pytest.fixture
def extension():
    """Give the add-on's root module, as Blender loaded it."""
    return sys.modules[MODULE]
