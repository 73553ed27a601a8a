"""Eight takes of Rigify's human side by side, in background mode: on its skeleton, and on its control rig.

.venv/bin/python -m scripts.bench.row; prints frames per second of processor time with Blender's evaluation of all
ghosts, without drawing, and writes out/row.json. Exit code 1 below 24 frames per second.
"""

import json
import sys
import time
from importlib import import_module
from typing import Any

from scripts.environment import ROOT
from scripts.load_extension import load_extension, ours

OUTPUT = ROOT / "out" / "row.json"
WANTED = 24.0  # frames per second of the scene
TAKES = 9  # one of them on the character's own ghost
FRAMES = 240


def main() -> int:
    """Return the exit code."""
    load_extension()
    bpy = import_module("bpy")
    figures = {"skeleton": measure(bpy, generates=False), "control rig": measure(bpy, generates=True)}
    print(json.dumps(figures))
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return int(min(each["frames_per_second"] for each in figures.values()) < WANTED)


def measure(bpy: Any, *, generates: bool) -> dict[str, float]:
    """Play them as fast as possible, on Rigify's skeleton or its generated control rig."""
    bpy.ops.wm.read_homefile(use_empty=True)
    import_module("addon_utils").enable("rigify", default_set=True)
    bpy.ops.object.armature_basic_human_metarig_add()
    if generates:
        bpy.ops.pose.rigify_generate()
    rig, scene = bpy.context.object, bpy.context.scene
    bpy.ops.spacetime.fit_bodies()
    bpy.ops.spacetime.use_preset(preset="WALK")
    for _ in range(TAKES):
        bpy.ops.spacetime.solve(blocking=True)
    bpy.ops.spacetime.line_up()
    row = ours("addon.result.lineup").lineup_of(rig)
    foot = next(bone.name for bone in rig.data.bones if bone.spacetime.is_body and "foot" in bone.name)
    begun, poses = time.process_time(), set()
    for frame in range(1, FRAMES + 1):
        scene.frame_set(frame)
        poses.add(tuple(tuple(ghost.pose.bones[foot].head) for ghost in row))
    return {
        "ghosts": len(row),
        "poses": len(poses),
        "bones": len(rig.pose.bones),
        "frames_per_second": round(FRAMES / (time.process_time() - begun), 1),
    }


if __name__ == "__main__":
    sys.exit(main())
