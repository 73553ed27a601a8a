"""Two hundred random drags of a part of the ghost in each of five scenes, in Blender in background mode.

.venv/bin/python -m scripts.bench.drags [PRESET ...]; prints a line for each scene, and writes out/drags.json. Exit code
1 if a drag is not followed, the final motion is not solved, or its cost shows another optimum than a cold solve and the
panel does not report that.
"""

import argparse
import json
import statistics
import sys
import threading
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from scripts.bench.results import processor_time
from scripts.environment import ROOT
from scripts.load_extension import load_extension

OUTPUT = ROOT / "out" / "drags.json"
SCENES = {"WALK": "forearm.L", "RUN": "shin.R", "JUMP": "forearm.L", "HOP": "head", "THROW": "forearm.L"}
DRAGS, FPS = 200, 24
STEP, REACH = 0.02, 0.08  # m: of one drag, and from the undragged position
PATIENCE = 300.0  # s for one drag
SLOW = 0.03  # s for one of our turns
SAME = 1e-4  # relative difference in cost of the same optimum
WAIT = 0.001  # s between turns of the event loop


def main(arguments: list[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.bench.drags", description=__doc__.splitlines()[0]
    )
    parser.add_argument("presets", nargs="*", default=list(SCENES), metavar="PRESET")
    options = parser.parse_args(arguments)
    name = load_extension()
    import_module("addon_utils").enable("rigify", default_set=True)
    figures: dict[str, dict[str, Any]] = {}
    for preset in options.presets:
        figures[preset] = Scene(name, preset).measure()
        print(f"{preset}: {json.dumps(figures[preset])}", flush=True)
        OUTPUT.parent.mkdir(exist_ok=True)
        OUTPUT.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return int(
        any(each["unfollowed"] or not each["solved"] or each["unreported"] for each in figures.values())
    )


class Scene:
    """Rigify's human with a preset's motion and one part to drag in its middle frame.

    Args:
        name: of the extension's module.
        preset: of the motion.
    """

    def __init__(self, name: str, preset: str) -> None:
        self._bpy: Any = import_module("bpy")
        self._loop, self._session, self._read, self._clips, self._animate = (
            import_module(f"{name}.{module}")
            for module in (
                "addon.runtime.event_loop",
                "addon.solve.session",
                "addon.motion.read_scene",
                "addon.result.clip_on_action",
                "solver.animate",
            )
        )
        self._live: Any = import_module(f"{name}.addon.solve.live").live
        bpy = self._bpy
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        bpy.ops.object.armature_basic_human_metarig_add()
        bpy.ops.spacetime.fit_bodies()
        bpy.context.scene.render.fps = FPS
        bpy.ops.spacetime.use_preset(preset=preset)
        bpy.ops.spacetime.solve(blocking=True)
        self._rig: Any = bpy.context.object
        clip = self._clips.clip_of(self._rig.spacetime.pending)
        self._frame = clip.n_frames // 2
        names = [body.name for body in clip.job.character.bodies]
        self._bone = SCENES[preset] if SCENES[preset] in names else names[-1]
        self._home = clip.motion.position[self._frame, names.index(self._bone)].copy()
        self._turns: list[tuple[float, float]] = []

    def measure(self) -> dict[str, Any]:
        """Previews per second, turns of Blender's event loop, and comparison of the final motion with a cold solve."""
        bpy, generator = self._bpy, np.random.default_rng(1)
        bpy.context.scene.frame_set(self._frame + 1)
        bpy.ops.spacetime.drag_ghost(bone=self._bone, location=self._home)
        self._until(lambda: not self._live.is_busy and self._session.current() is None)
        target = self._rig.spacetime.motion.goals[-1].target
        place, followed, unfollowed, worked = self._home.copy(), [], 0, _worked()
        self._turns = []
        for _ in range(DRAGS):
            moved = place + generator.normal(scale=STEP / 2, size=3)
            away = moved - self._home
            place = self._home + away * min(1.0, REACH / max(float(np.linalg.norm(away)), 1e-9))
            shown = self._shown()
            target.location = place
            bpy.context.view_layer.update()
            began = time.perf_counter()
            self._until(lambda shown=shown: self._shown() > shown or self._run.live_failed)
            followed.append(time.perf_counter() - began)
            unfollowed += self._run.live_failed
        worked = _worked() - worked
        self._live.touch()
        self._until(lambda: not self._live.is_busy and self._session.current() is None)
        wall, processor = np.transpose(self._turns)
        self._until(lambda: self._live.is_compared)
        found = self._clips.clip_of(self._rig.spacetime.pending)
        cold = self._animate.animate(self._read.read_job(self._rig, bpy.context.scene))
        text = self._run.live_text
        self._live.stop()
        self._session.stop()
        cost = found.provenance.objective / cold.provenance.objective
        is_another = abs(cost - 1) > SAME
        return {
            "frames": found.n_frames,
            "previews_per_second": 1 / statistics.median(followed),
            "processor_ms_per_preview": 1e3 * worked / DRAGS,
            "unfollowed": int(unfollowed),
            "turn_95_ms": 1e3 * float(np.percentile(wall, 95)),
            "turns_above_30_ms": int((wall > SLOW).sum()),
            "turns_above_30_ms_of_the_processor": int((processor > SLOW).sum()),
            "turns": len(wall),
            "solved": found.provenance.solved,
            "cost_against_cold": cost,
            "is_another_optimum": is_another,
            "unreported": is_another and "Solve" not in text,
            "message": text,
        }

    @property
    def _run(self) -> Any:
        return self._bpy.context.window_manager.spacetime

    def _shown(self) -> int:
        preview = self._live._preview
        return preview.shown if preview is not None else -1

    def _until(self, is_reached: Any) -> None:
        deadline = time.monotonic() + PATIENCE
        while not is_reached():
            if time.monotonic() > deadline:
                raise TimeoutError(self._run.live_text)
            began, worked = time.perf_counter(), time.thread_time()
            self._loop.turn()
            self._turns.append((time.perf_counter() - began, time.thread_time() - worked))
            time.sleep(WAIT)


def _worked() -> float:
    """Processor time of this Blender and its solver so far [s]."""
    solvers = Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split()
    return time.process_time() + sum(processor_time(int(pid)) for pid in solvers)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
