"""Install, use and remove the extension in an empty Blender, and print as JSON what was seen.

Run in its own process as `python life_of_the_extension.py ZIP USER_FOLDER`, with USER_FOLDER as Blender's
user folder: a process has one Blender, and this one must start empty.
"""

import importlib
import importlib.util
import json
import sys
from pathlib import Path

import bpy

NAME = "spacetime_animator"
MODULE = f"bl_ext.user_default.{NAME}"
BUNDLED = ("cyipopt", "scipy", "sympy", "mpmath", "cma")


def main(package, user_folder):
    seen = {"files_before": listing(user_folder)}
    bpy.ops.extensions.package_install_files(filepath=package, repo="user_default", enable_on_install=True)
    seen["is_enabled"] = MODULE in bpy.context.preferences.addons
    seen["is_imported"] = MODULE in sys.modules
    seen["origins"] = {name: importlib.util.find_spec(name).origin for name in BUNDLED}
    seen["numpy"] = importlib.util.find_spec("numpy").origin
    seen["loaded_by_enabling"] = [name for name in BUNDLED if name in sys.modules]
    seen["solve"] = solve()
    own_folder = Path(bpy.utils.extension_path_user(MODULE, create=True))
    (own_folder / "job.json").write_text("{}")
    bpy.ops.wm.save_as_mainfile(filepath=str(Path(user_folder) / "scene.blend"))
    bpy.ops.preferences.addon_disable(module=MODULE)
    seen["is_enabled_after_disable"] = MODULE in bpy.context.preferences.addons
    repositories = [each.module for each in bpy.context.preferences.extensions.repos]
    bpy.ops.extensions.package_uninstall(repo_index=repositories.index("user_default"), pkg_id=NAME)
    seen["files_after"] = listing(user_folder)
    return seen


def solve():
    """Give Rigify's human weight and let the installed solver find it a walk; the solver is a process of its own."""
    addon_utils = importlib.import_module("addon_utils")  # found only once bpy is there
    addon_utils.enable("rigify", default_set=True)
    bpy.ops.object.armature_basic_human_metarig_add()
    rig = bpy.context.object
    bpy.context.scene.render.fps = 12
    bpy.ops.spacetime.fit_bodies()
    result = bpy.ops.spacetime.solve(blocking=True, accept=True)
    preferences = importlib.import_module(f"{MODULE}.addon.preferences")
    return {
        "result": list(result),
        "text": bpy.context.window_manager.spacetime.text,
        "action": rig.animation_data.action.name,
        "n_frames": rig.animation_data.action.frame_range[1] - rig.animation_data.action.frame_range[0],
        "python_path": preferences.environment()["PYTHONPATH"],
        "loaded_in_blender": [name for name in BUNDLED if name in sys.modules],
    }


def listing(folder):
    """List every file below a folder."""
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if not path.is_dir())


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
