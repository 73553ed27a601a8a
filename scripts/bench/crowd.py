"""Twenty characters walking through a motion graph at once, in Blender in background mode.

.venv/bin/python -m scripts.bench.crowd [--count N]; prints frames per second of processor time for Rigify's basic and
full human, for walking and posing alone and with Blender's evaluation of all ghosts, and writes out/crowd.json. Exit
code 1 below 24 frames per second.
"""

import argparse
import json
import math
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from scripts.environment import ROOT
from scripts.load_extension import load_extension

OUTPUT = ROOT / "out" / "crowd.json"
WANTED = 24.0  # frames per second of the scene
FRAMES = 480
RIGS = ("basic_human", "human")  # Rigify's metarigs
TURNS = (0.0, 0.6, -0.6)  # of the walks in the graph [rad]


def main(arguments: list[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.bench.crowd", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--count", type=int, default=20, metavar="N", help="number of characters")
    options = parser.parse_args(arguments)
    name = load_extension()
    import_module("addon_utils").enable("rigify", default_set=True)
    figures = {}
    for rig in RIGS:
        with tempfile.TemporaryDirectory(prefix="spacetime-crowd-") as folder:
            figures[rig] = measure(name, rig, options.count, Path(folder))
        print(f"{rig}: {json.dumps(figures[rig])}", flush=True)
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return int(any(each["frames_per_second"] < WANTED for each in figures.values()))


def measure(name: str, metarig: str, count: int, folder: Path) -> dict[str, float]:
    """Play them as fast as possible."""
    bpy: Any = import_module("bpy")
    playing, crowd, ghost, loop = (
        import_module(f"{name}.addon.{module}")
        for module in ("library.playing", "library.crowd", "result.ghost", "runtime.event_loop")
    )
    rig = walker(bpy, metarig, folder)
    rigs = [rig, *(copy_of(bpy, rig, k) for k in range(1, count))]
    bpy.context.view_layer.update()
    ways, _ = playing._ways(folder / "graph.json")
    for each in rigs:
        loop.at_once(ghost.making_ghost(each))
    players = crowd.Crowd(ways, rigs)
    alone = whole = 0.0
    for _ in range(FRAMES):
        begun = time.process_time()
        players.step()
        players.pose()
        posed = time.process_time()
        bpy.context.view_layer.update()
        alone, whole = alone + posed - begun, whole + time.process_time() - begun
    return {
        "characters": count,
        "bones": len(rig.pose.bones),
        "frames_per_second": round(FRAMES / whole, 1),
        "without_evaluation": round(FRAMES / alone, 1),
    }


def walker(bpy: Any, metarig: str, folder: Path) -> Any:
    """One of Rigify's humans with a graph of three walks."""
    bpy.ops.wm.read_homefile(use_empty=True)
    getattr(bpy.ops.object, f"armature_{metarig}_metarig_add")()
    bpy.ops.spacetime.fit_bodies()
    rig = bpy.context.object
    motion = rig.spacetime.motion
    for motion.turn in TURNS:
        bpy.ops.spacetime.solve(blocking=True)
    rig.spacetime.library.graph = str(folder / "graph.json")
    bpy.ops.spacetime.build_graph(blocking=True)
    return rig


def copy_of(bpy: Any, rig: Any, number: int) -> Any:
    """A copy on a circle of 10 m, with a target on the opposite side."""
    found, angle = rig.copy(), float(number)
    bpy.context.collection.objects.link(found)
    found.location = (10 * math.cos(angle), 10 * math.sin(angle), 0)
    target = bpy.data.objects.new("Target", None)
    bpy.context.collection.objects.link(target)
    target.location = (-found.location.x, -found.location.y, 0)
    found.spacetime.library.target = target
    found.spacetime.ghost = found.spacetime.pending = None
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
