"""The add-on in a Blender of any age: loaded as a plain module, since old ones know no extensions."""

import importlib
import sys
import tempfile
from pathlib import Path
from typing import Any

from scripts.manual.window import older_blender

MODULE = "spacetime_animator"
ROOT = Path(__file__).resolve().parents[3]
bpy: Any = importlib.import_module("bpy")
addon_utils: Any = importlib.import_module("addon_utils")


def enable(solver_python: str) -> None:
    """Registers the add-on of this checkout, and Rigify for a character.

    Args:
        solver_python: the interpreter that solves.
    """
    older_blender.supply()
    place = Path(tempfile.mkdtemp(dir=bpy.app.tempdir))
    Path(place, MODULE).symlink_to(ROOT, target_is_directory=True)
    sys.path.append(str(place))
    module: Any = importlib.import_module(MODULE)
    module.bl_info, module.__time__ = {"blender": bpy.app.version}, Path(module.__file__).stat().st_mtime
    for name in (MODULE, "rigify"):
        if addon_utils.enable(name, default_set=True) is None:
            raise RuntimeError(f"{name} does not register in Blender {bpy.app.version_string}")
    bpy.context.preferences.addons[MODULE].preferences.solver_python = solver_python


def ours(name: str) -> Any:
    """One of the add-on's modules, as Blender loaded it."""
    return importlib.import_module(f"{MODULE}.{name}")
