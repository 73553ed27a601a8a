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


@pytest.fixture
def metarig():
    """Give Rigify's basic human, just added, its rest pose facing -Y."""
    addon_utils.enable("rigify", default_set=True)
    bpy.ops.object.armature_basic_human_metarig_add()
    return bpy.context.object


@pytest.fixture
def human(metarig):
    """Give the human with its bodies fitted."""
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    return metarig


@pytest.fixture
def chain():
    """Give five bones end to end along X, 0.3 m each, one metre above the ground, in an object of its own place."""
    data = bpy.data.armatures.new("Chain")
    rig = bpy.data.objects.new("Chain", data)
    bpy.context.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    rig.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    parent = None
    for i in range(5):
        bone = data.edit_bones.new(f"link.{i}")
        bone.head, bone.tail = (0.3 * i, 0.0, 1.0), (0.3 * i + 0.3, 0.0, 1.0)
        bone.parent, bone.use_connect = parent, parent is not None
        parent = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig
