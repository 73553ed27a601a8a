"""Whether processes live, the stand-in for the solver's program, and a Blender of its own that ends during a solve."""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 240.0  # s that anything may take on a slow and busy machine
SPEAKER = Path(__file__).with_name("speaker.py")


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rsplit(")")[-1].split()[0] != "Z"


def wait_until_dead(pid):
    deadline = time.monotonic() + PATIENCE
    while is_alive(pid):
        assert time.monotonic() < deadline, "the solver outlived Blender"
        time.sleep(0.02)


def pid_of_solver_after(end, folder, *, fps, until):
    """Let a Blender of its own solve a walk until something holds, and end it; give its solver's process.

    Args:
        end: a line of Python that ends Blender.
        folder: for its settings.
        fps: frames per second; the more, the longer it solves.
        until: an expression of ``solve``.
    """
    program = f"""
import os, sys, time
sys.path.insert(0, {str(ROOT)!r})
from scripts.load_extension import load_extension
name = load_extension()
from importlib import import_module
session, event_loop = (import_module(name + ".addon." + each) for each in ("solve.session", "runtime.event_loop"))
import addon_utils, bpy
addon_utils.enable("rigify", default_set=True)
bpy.ops.object.armature_basic_human_metarig_add()
bpy.ops.spacetime.fit_bodies()
bpy.context.scene.render.fps = {fps}
bpy.ops.spacetime.solve()
solve = session.current()
while not ({until}):
    assert not solve.is_over, solve.outcome
    event_loop.turn()
    time.sleep(0.01)
print("pid", solve.process.pid, flush=True)
{end}
"""
    environment = os.environ | {"BLENDER_USER_RESOURCES": str(folder)}
    blender = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=PATIENCE
    )
    assert "pid " in blender.stdout, blender.stderr
    return int(blender.stdout.split("pid ")[1].split()[0])
