"""Accept solved motions on control rigs and measure how far bodies are off; writes docs/measurements/control_rigs.md.

.venv/bin/python -m tests.addon.accepted_on_controls
"""

import importlib
import time
from typing import Any

import numpy as np

from scripts.environment import ROOT
from scripts.load_extension import load_extension, ours

load_extension()
bpy: Any = importlib.import_module("bpy")
hand_made: Any = importlib.import_module("tests.addon.control_rigs").hand_made
PAGE = ROOT / "docs/measurements/control_rigs.md"
# Rigify's skeleton or a rig made by hand, preset of the motion ("" is what the rig starts with), and whether toes bend.
SUBJECTS = (
    ("basic_human", "WALK", True),
    ("basic_human", "WALK", False),
    ("basic_human", "JUMP", True),
    ("human", "WALK", True),
    ("cat", "", True),
    ("horse", "", True),
    ("bird", "", True),
    ("hand-made", "WALK", True),
)
TOES = {
    "basic_human": ("DEF-toe.L", "DEF-toe.R"), "human": ("DEF-toe.L", "DEF-toe.R"), "hand-made": ("Toe.L", "Toe.R"),
}  # fmt: skip
FPS = 24
STIFF = ", without *Bend Toes*"


def measured(kind: str, preset: str, toes: bool) -> str:
    """A row of the table."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    importlib.import_module("addon_utils").enable("rigify", default_set=True)
    if kind == "hand-made":
        hand_made(toes=True)
    else:
        getattr(bpy.ops.object, f"armature_{kind}_metarig_add")()
        bpy.ops.pose.rigify_generate()
    rig, scene = bpy.context.object, bpy.context.scene
    rig.data.spacetime.use_toes = toes
    bpy.ops.spacetime.fit_bodies()
    scene.render.fps = FPS
    if preset:
        bpy.ops.spacetime.use_preset(preset=preset)
    session, review = ours("addon.solve.session"), ours("addon.result.review")
    solve = session.start_solve(rig, ours("addon.motion.read_scene").read_job(rig, scene))
    session.wait(solve)
    if solve.failed:
        return f"| {kind} | {preset.lower() or 'default'} | not solved | | | | | |"
    bodies = [body.name for body in solve.clip.job.character.bodies]
    bodies += TOES.get(kind, ()) if toes else ()
    rig.spacetime.offset = 0.0
    action = rig.spacetime.pending
    frames = range(round(action.frame_range[0]), round(action.frame_range[1]) + 1)
    wanted = _poses(ours("addon.result.ghost").ghost_of(rig), bodies, frames)
    begin = time.process_time()
    _, told = ours("addon.runtime.event_loop").at_once(review.accepting(rig))
    seconds = time.process_time() - begin
    cells = [
        kind,
        (preset.lower() or "default") + ("" if toes else STIFF),
        str(len(frames)),
        f"{seconds:.1f}",
    ]
    freed = {line.bone for line in rig.spacetime.taken_over}
    if told and not ours("addon.controls.keys").shows_controls(rig.animation_data.action):
        return "| " + " | ".join([*cells, told, "", "", "", "", ""]) + " |"
    reached = _off(rig, bodies, frames, wanted)
    limbs = [bone for bone in rig.pose.bones if "IK_FK" in bone]
    keyed = {curve.data_path for curve in ours("addon.blender.actions").curves_of(rig.animation_data.action)}
    inverse = sum(f'pose.bones["{bone.name}"]["IK_FK"]' not in keyed for bone in limbs)
    for bone in limbs:
        bone["IK_FK"] = 1.0
    rig.update_tag()
    forward = _off(rig, bodies, frames, wanted) if limbs else ("", "")
    switched = f"{inverse} of {len(limbs)}" if limbs else "2 of 2, without a switch"
    return "| " + " | ".join([*cells, switched, ", ".join(sorted(freed)), *reached, *forward]) + " |"


def _poses(armature_object: Any, bones: list[str], frames: range) -> Any:
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        found.append([np.array(armature_object.pose.bones[name].matrix) for name in bones])
    return np.array(found)


def _off(rig: Any, bones: list[str], frames: range, wanted: Any) -> tuple[str, str]:
    """Millimetres and degrees, at most."""
    found = _poses(rig, bones, frames)
    metre = ours("addon.blender.rest_pose").place_of(rig).scale
    far = 1000 * metre * np.linalg.norm(found[..., :3, 3] - wanted[..., :3, 3], axis=-1).max()
    turned = np.linalg.norm(ours("addon.controls.response").turn_between(found, wanted), axis=-1).max()
    return f"{far:.2f}", f"{np.degrees(turned):.2f}"


def main() -> None:
    """Measure all and write the page."""
    rows = []
    for subject in SUBJECTS:
        rows.append(measured(*subject))
        print(rows[-1], flush=True)
    head = (
        "# Control Rigs\n\nHow closely the controls of a rig show an accepted motion. "
        "`python -m tests.addon.accepted_on_controls` accepts a motion on rigs\nthat Rigify generates, "
        "and on one made by hand whose legs reach for soles, and writes this page.\n\n"
        "*Accepted* is the largest distance and angle of any body from its motion over all frames, "
        "with limbs keyed in IK and in FK;\n*all in FK* is the same with all limbs switched to FK. "
        "Seconds are processor time of the whole of *Accept*. *Bones* are keyed\nthemselves, "
        "since no control poses them.\n\n"
        "| rig | motion | frames | seconds | limbs in IK | bones | accepted, mm | degrees | all in FK, mm | degrees |\n"
        "|---|---|---|---|---|---|---|---|---|---|\n"
    )
    PAGE.write_text(head + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
