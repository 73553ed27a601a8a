"""Build a solved scene of every example, and a catalog that makes them an asset library; test each.

.venv/bin/python -m scripts.scenes [--out out/scenes] [NAME ...]

Each character is an asset that includes its bodies, contacts and goals; its motion is an asset, too.
"""

import argparse
import importlib
from pathlib import Path
from typing import Any

from scripts.environment import ROOT
from scripts.load_extension import load_extension, ours

load_extension()
bpy: Any = importlib.import_module("bpy")
FPS = 24
CATALOG = "Spacetime/Examples"


def build(name: str, folder: Path) -> Path:
    """Build one scene; return its file.

    Raises:
        SystemExit: its motion is not found.
    """
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.context.preferences.filepaths.save_version = 0
    scene = bpy.context.scene
    scene.render.fps, scene.render.fps_base = FPS, 1.0
    bpy.ops.spacetime.add_example(example=name)
    rig = bpy.context.object
    if bpy.ops.spacetime.solve(blocking=True, accept=True) != {"FINISHED"}:
        raise SystemExit(f"{name} was not solved: {bpy.context.window_manager.spacetime.error}")
    action = rig.animation_data.action
    ours("addon.catalog.scene").furnish_scene(scene, rig, action)
    file: Path = folder / ours("addon.catalog.scene").file_of(name).name
    bpy.ops.wm.save_as_mainfile(filepath=str(file), compress=True)  # the catalog is saved beside it
    ours("addon.runtime.event_loop").at_once(ours("addon.catalog.scene").keep_as_assets(rig, action, CATALOG))
    bpy.ops.wm.save_mainfile(compress=True)
    return file


def opened_and_solved(file: Path) -> str:
    """Open a scene and press Solve as an artist would.

    Raises:
        SystemExit: the scene does not play, or its motion is not found again.
    """
    bpy.ops.wm.open_mainfile(filepath=str(file))
    (rig,) = (each for each in bpy.context.scene.objects if each.type == "ARMATURE")
    before = [tuple(bone.matrix.translation) for bone in rig.pose.bones]
    bpy.context.scene.frame_set((bpy.context.scene.frame_start + bpy.context.scene.frame_end) // 2)
    if before == [tuple(bone.matrix.translation) for bone in rig.pose.bones]:
        raise SystemExit(f"{file.name} does not play")
    if bpy.ops.spacetime.solve(blocking=True) != {"FINISHED"}:
        raise SystemExit(f"{file.name} was not solved again: {bpy.context.window_manager.spacetime.error}")
    return str(bpy.context.window_manager.spacetime.text)


def main() -> None:
    """Build the named scenes, or all."""
    parser = argparse.ArgumentParser(prog="python -m scripts.scenes", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="names of examples; default: all")
    parser.add_argument("--out", type=Path, default=ROOT / "out/scenes", metavar="DIR")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.names or ours("addon.motion.examples").EXAMPLES:
        file = build(name, options.out.resolve())
        print(f"{file.name}, {file.stat().st_size / 1000:.0f} kB: {opened_and_solved(file)}", flush=True)


if __name__ == "__main__":
    main()
