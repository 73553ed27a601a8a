"""The first ten minutes of an artist with the add-on: every step is done, then told and pictured.

The words are in first_ten_minutes.md beside this file; {fields} there are what the steps found out in this very run.
Each step does something, draws into the folder that it is given, and gives its fields. Pictures of panels are those of
the manual, taken in a window (scripts/manual/window).
"""

import math
import tempfile
from collections.abc import Callable
from pathlib import Path

from scripts.failure import SetupFailure
from scripts.manual.blender import bpy, new_human, ours
from scripts.manual.jump import TOO_HIGH, TOP, hang_apple, key_jump
from scripts.manual.viewport import Point, only, photograph

EYE: Point = (4.2, -3.4, 1.8)
MIDDLE: Point = (0.35, 0.0, 0.97)
AFAR: Point = (-6.1, -6.1, 2.5)  # has an apple in sight that hangs too high
HIGHER: Point = (-0.1, 0.1, 1.95)
WORDS = Path(__file__).with_name("first_ten_minutes.md")


def write_page(page: Path, folder: Path) -> None:
    """Does all steps and writes the page and its pictures.

    Args:
        page: the Markdown file.
        folder: of the pictures, beside it.
    """
    found: dict[str, str] = {}
    for step in STEPS:
        found |= step(folder)
    page.write_text(WORDS.read_text(encoding="utf-8").format(**found), encoding="utf-8")


def _shot(
    folder: Path, name: str, *overlays: str, frame: int = 1, middle: Point = MIDDLE, eye: Point = EYE
) -> None:
    bpy.context.scene.frame_set(frame)
    only(*overlays)
    photograph(folder / name, middle=middle, eye=eye)


def _add(folder: Path) -> dict[str, str]:
    new_human()
    _shot(folder, "minutes_add.jpg")
    return {}


def _fit(folder: Path) -> dict[str, str]:
    bpy.ops.spacetime.fit_bodies()
    _shot(folder, "minutes_fit.jpg", "show_bodies", "show_contacts")
    bodies = [bone.spacetime for bone in bpy.context.object.data.bones if bone.spacetime.is_body]
    contacts = bpy.context.object.data.spacetime.contacts
    weight = sum(body.mass for body in bodies)
    return {"bodies": str(len(bodies)), "weight": f"{weight:.0f}", "contacts": str(len(contacts))}


def _preset(_folder: Path) -> dict[str, str]:
    bpy.ops.spacetime.use_preset(preset="WALK")
    motion = bpy.context.object.spacetime.motion
    return {"length": f"{motion.length:.2f}", "speed": f"{motion.speed:.1f}"}


def _solve(folder: Path) -> dict[str, str]:
    bpy.ops.spacetime.solve(blocking=True)
    frame = 8
    _shot(folder, "minutes_solve.jpg", "show_centre", "show_forces", frame=frame)
    return {}


def _accept(folder: Path) -> dict[str, str]:
    bpy.ops.spacetime.accept()
    _shot(folder, "minutes_accept.jpg", "show_onion", "show_centre", frame=14)
    return {"action": bpy.context.object.animation_data.action.name}


def _export(_folder: Path) -> dict[str, str]:
    with tempfile.TemporaryDirectory(prefix="spacetime-manual-") as place:
        file = Path(place) / "walk.fbx"
        bpy.ops.spacetime.export(filepath=str(file), file_format="FBX")
        return {"size": f"{file.stat().st_size / 1000:.0f}"}


def _key(folder: Path) -> dict[str, str]:
    new_human()
    bpy.ops.spacetime.fit_bodies()
    key_jump(bpy.context.object)
    _shot(folder, "minutes_keys.jpg", "show_bodies", frame=TOP)
    return {}


def _make_physical(folder: Path) -> dict[str, str]:
    bpy.ops.spacetime.make_physical(blocking=True)
    rig = bpy.context.object
    _shot(folder, "minutes_physical.jpg", "show_arc", "show_centre", frame=TOP)
    clip = ours("addon.result.clip_on_action").clip_of(rig.spacetime.pending)
    far = ours("solver.motion.departure").departures(clip)[0]
    return {
        "bone": far.body,
        "cm": f"{100 * far.distance:.0f}",
        "degrees": f"{math.degrees(far.angle):.0f}",
    }


def _goal(folder: Path) -> dict[str, str]:
    scene, rig = bpy.context.scene, bpy.context.object
    apple = bpy.data.objects.new("Apple", None)
    scene.collection.objects.link(apple)
    hang_apple(apple)
    scene.frame_set(TOP)
    bpy.ops.spacetime.select_bone(bone="hand.R")
    apple.select_set(True)
    bpy.ops.spacetime.add_goal(kind="GO_THERE")
    rig.spacetime.motion.goals[0].at_tail = True
    bpy.ops.spacetime.solve(blocking=True)
    rig.spacetime.offset = 0.0
    _shot(folder, "minutes_goal.jpg", "show_centre", frame=TOP)
    return {}


def _impossible(folder: Path) -> dict[str, str]:
    hang_apple(bpy.data.objects["Apple"], higher=TOO_HIGH)
    try:
        bpy.ops.spacetime.solve(blocking=True)
    except RuntimeError:  # how Blender tells a script that an operator reported an error
        run = bpy.context.window_manager.spacetime
        name, frame = "minutes_impossible.jpg", run.error_frame
        _shot(folder, name, "show_effort", frame=frame, middle=HIGHER, eye=AFAR)
        return {"why_not": run.error, "frame": str(frame)}
    raise SetupFailure("expected an apple three metres up to be out of reach, found a motion")


STEPS: tuple[Callable[[Path], dict[str, str]], ...] = (
    _add,
    _fit,
    _preset,
    _solve,
    _accept,
    _export,
    _key,
    _make_physical,
    _goal,
    _impossible,
)
