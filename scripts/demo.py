"""The main job: Rigify's human walks, from an empty Blender file to files for everybody else.

make demo, or python -m scripts.demo [--out DIR] [--width PIXELS]; leaves in DIR (out/):
    walk.blend, .bvh, .fbx, .glb, .usdc        the motion on the artist's rig
    walk.skeleton.xml                          the same for Ogre
    walk.npz, walk.motion.json                 the motion with its forces; the latter for the physics judge
    walk_sheet.png, report.md                  a picture of the gait, and its figures beside people's
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from scripts.load_extension import load_extension

load_extension()

import addon_utils  # noqa: E402  (found only once Blender is there)
import bpy  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.files import exporters  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.solve import session  # noqa: E402

from scripts.environment import ROOT  # noqa: E402
from scripts.sheet import WIDTH, draw_sheet  # noqa: E402
from solver.analysis.gait import gait_table, measure_gait  # noqa: E402
from solver.clip.clip import Clip  # noqa: E402
from solver.formats.motion_json import to_motion_json  # noqa: E402

FPS = 30
LENGTH = 34 / FPS  # s; 0.88 strides a second, as people do at this speed
SPEED = 1.3  # m/s


def main() -> None:
    """Make the walk and everything about it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=ROOT / "out", metavar="DIR")
    parser.add_argument("--width", type=int, default=WIDTH, metavar="PIXELS", help="width of the picture")
    options = parser.parse_args()
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    clock = Clock()
    rig = make_rig()
    clock.lap("rig and bodies")
    clip, action = walk(rig)
    clock.lap("solve, in its own process")
    export(rig, action, out)
    clock.lap("blend, BVH, FBX, glTF, USD")
    clip.save(out / "walk.npz")
    (out / "walk.motion.json").write_text(json.dumps(to_motion_json(clip)), encoding="utf-8")
    draw_sheet(clip, out / "walk_sheet.png", width=options.width)
    clock.lap("pose sheet")
    (out / "report.md").write_text(report(clip, clock), encoding="utf-8")
    print((out / "report.md").read_text(encoding="utf-8"))


class Clock:
    """Wall time by stage."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        """End a stage."""
        now = time.perf_counter()
        self.laps[name], self._last = now - self._last, now


def make_rig() -> Any:
    """Rigify's basic human in an empty file, 1.75 m and 75 kg, with bodies, joints and contacts."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    addon_utils.enable("rigify", default_set=True)
    bpy.context.scene.render.fps = FPS
    bpy.context.preferences.filepaths.save_version = 0  # no walk.blend1 beside walk.blend
    bpy.ops.object.armature_basic_human_metarig_add()
    rig = bpy.context.object
    rig.data.spacetime.stature, rig.data.spacetime.body_mass = 1.75, 75.0
    bpy.ops.spacetime.fit_bodies()
    return rig


def walk(rig: bpy.types.Object) -> tuple[Clip, bpy.types.Action]:
    """Solve the walk that the panel asks for."""
    motion = rig.spacetime.motion
    motion.motion_name, motion.length, motion.speed = "Walk", LENGTH, SPEED
    motion.is_cyclic = motion.is_mirrored = True
    solve = session.start_solve(rig, read_job(rig, bpy.context.scene), accepts=True)
    session.wait(solve)
    if solve.failed or solve.clip is None:
        raise SystemExit(f"the walk was not solved: {solve.outcome}")
    return solve.clip, bpy.data.actions[solve.action]


def export(rig: bpy.types.Object, action: bpy.types.Action, out: Path) -> None:
    """Write the file and the action in every format."""
    scene = bpy.context.scene
    # the last frame is the first again
    scene.frame_start, scene.frame_end = 1, round(action.frame_range[1]) - 1
    bpy.ops.wm.save_as_mainfile(filepath=str(out / "walk.blend"), compress=True)
    for write, suffix in exporters.EXPORTERS.values():
        write(rig, action, out / f"walk{suffix}")


def report(clip: Clip, clock: Clock) -> str:
    """What was made, how long it took, how physical it is and how it compares with people."""
    r, made = clip.report, clip.provenance
    times = [f"| {name} | {seconds:.2f} |" for name, seconds in clock.laps.items()]
    solving = [f"| {name} | {seconds:.3f} |" for name, seconds in made.seconds.items()]
    physics = (
        ("linear residual, rms", f"{r.linear_residual:.1e}", "body weights"),
        ("angular residual, rms", f"{r.angular_residual:.1e}", "body weights x 1 m"),
        ("joint gap", f"{r.joint_gap:.1e}", "m"),
        ("slide of a stance", f"{r.slide:.1e}", "m"),
        ("touching points off the ground", f"{r.contact_height:.1e}", "m"),
        ("deepest body below the ground", f"{r.penetration:.1e}", "m"),
        ("friction beyond its cone", f"{r.friction_excess:.1e}", "body weights"),
        ("pull of the ground", f"{r.pull:.1e}", "body weights"),
        ("mean vertical force", f"{r.mean_vertical_force:.5f}", "body weights"),
        ("largest vertical force of a foot", f"{r.peak_vertical_force:.2f}", "body weights"),
    )
    return "\n".join(
        [
            f"# {clip.name}: {clip.n_frames} frames, {clip.n_frames * clip.motion.step:.3f} s, {SPEED} m/s",
            "",
            f"{made.status} {made.iterations} iterations; "
            + ", ".join(f"{name} {version}" for name, version in made.versions.items()),
            "",
            "| stage | s |",
            "|---|---|",
            *times,
            "",
            "| of the solver's process | s |",
            "|---|---|",
            *solving,
            "",
            "| physics, found without the optimiser | value | unit |",
            "|---|---|---|",
            *(f"| {name} | {value} | {unit} |" for name, value, unit in physics),
            "",
            gait_table(measure_gait(clip)),
        ]
    )


if __name__ == "__main__":
    main()
