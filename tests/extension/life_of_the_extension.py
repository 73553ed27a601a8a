"""Install, use and remove the extension in an empty Blender, and print as JSON what was seen.

Run in its own process as `python life_of_the_extension.py ZIP USER_FOLDER`, with USER_FOLDER as Blender's
user folder: a process has one Blender, and this one must start empty.
"""

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
    own_folder = Path(bpy.utils.extension_path_user(MODULE, create=True))
    (own_folder / "job.json").write_text("{}")
    bpy.ops.wm.save_as_mainfile(filepath=str(Path(user_folder) / "scene.blend"))
    bpy.ops.preferences.addon_disable(module=MODULE)
    seen["is_enabled_after_disable"] = MODULE in bpy.context.preferences.addons
    repositories = [each.module for each in bpy.context.preferences.extensions.repos]
    bpy.ops.extensions.package_uninstall(repo_index=repositories.index("user_default"), pkg_id=NAME)
    seen["files_after"] = listing(user_folder)
    return seen


def listing(folder):
    """List every file below a folder."""
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if not path.is_dir())


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
