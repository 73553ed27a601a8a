"""The first ten minutes with the add-on: every step is performed in the window, pictured and described.

The text is in first_ten_minutes.txt next to this file; {fields} in it are results of the steps in this run.
"""

import importlib
import math
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from docs.pictures.manual.blender import bpy
from docs.pictures.manual.jump import TOO_HIGH, TOP, hang_apple, key_jump
from docs.pictures.manual.perspective import Point
from docs.pictures.window.scenes import OPERATORS, UNDER_WAY, empty_scene
from docs.pictures.window.stage import Stage
from scripts.failure import SetupFailure
from scripts.load_extension import ours

NEAR: tuple[Point, Point] = ((2.5, -2.0, 1.5), (0.35, 0.0, 0.85))  # seen from there, looking there [m]
FAR: tuple[Point, Point] = ((2.9, -3.1, 2.3), (-0.1, 0.0, 1.85))  # shows an apple that hangs too high
Found = dict[str, str]


@dataclass(frozen=True)
class Step:
    """One step, and the picture of the window after it.

    Attributes:
        do: performs it and returns fields for the text.
        picture: file name; empty if the step has none.
        view: positions of the eye and of the point it looks at [m].
        is_on_page: whether the page shows the picture; if not, only first_time.py does.
    """

    do: Callable[[], Found]
    picture: str = ""
    view: tuple[Point, Point] = NEAR
    is_on_page: bool = True


def follow(stage: Stage, results: Found, pictures: Collection[str]) -> Iterator[float]:
    """Performs all steps and takes pictures.

    Args:
        stage: the window.
        results: receives the fields.
        pictures: which ones.
    """
    for step in STEPS:
        with stage.context():
            results |= step.do()
        if step.picture in pictures:
            yield from stage.look(*step.view)
            yield from stage.take_window(step.picture)


def _begin() -> Found:
    bpy.ops.object.delete()  # the cube of a new file
    return {}


def _add() -> Found:
    importlib.import_module("addon_utils").enable("rigify", default_set=True)
    bpy.ops.object.armature_basic_human_metarig_add()
    return {}


def _fit() -> Found:
    OPERATORS.fit_bodies()
    bodies = [bone.spacetime for bone in bpy.context.object.data.bones if bone.spacetime.is_body]
    contacts = bpy.context.object.data.spacetime.contacts
    weight = sum(body.mass for body in bodies)
    return {"bodies": str(len(bodies)), "weight": f"{weight:.0f}", "contacts": str(len(contacts))}


def _preset() -> Found:
    OPERATORS.use_preset(preset="WALK")
    motion = bpy.context.object.spacetime.motion
    return {"length": f"{motion.length:.2f}", "speed": f"{motion.speed:.2f}"}


def _solve() -> Found:
    OPERATORS.solve(blocking=True)
    bpy.context.scene.frame_set(8)
    return {}


def _accept() -> Found:
    OPERATORS.accept()
    bpy.context.scene.frame_set(14)
    bpy.context.scene.spacetime.overlays.show_onion = True
    return {"action": bpy.context.object.animation_data.action.name}


def _export() -> Found:
    bpy.context.scene.spacetime.overlays.show_onion = False
    with tempfile.TemporaryDirectory(prefix="spacetime-manual-") as place:
        file = Path(place) / "walk.fbx"
        OPERATORS.export(filepath=str(file), file_format="FBX")
        return {"size": f"{file.stat().st_size / 1000:.0f}"}


def _key() -> Found:
    empty_scene()
    bpy.ops.object.armature_basic_human_metarig_add()
    OPERATORS.fit_bodies()
    key_jump(bpy.context.object)
    bpy.context.scene.frame_set(TOP)
    return {}


def _begin_physical() -> Found:
    """Starts without receiving further messages, so that even a quick solve is pictured at work."""
    OPERATORS.make_physical()
    loop, session = ours("addon.runtime.event_loop"), ours("addon.solve.session")
    while session.current() is None or len(session.current().history) < UNDER_WAY:
        if bpy.context.object.spacetime.pending is not None:
            raise SetupFailure("expected a jump under way, found it solved already")
        time.sleep(loop.turn() or 0.0)
    bpy.app.timers.unregister(loop.turn)
    return {}


def _make_physical() -> Found:
    while bpy.context.object.spacetime.pending is None:
        time.sleep(ours("addon.runtime.event_loop").turn() or 0.0)
    bpy.context.scene.spacetime.overlays.show_arc = True
    clip = ours("addon.result.clip_on_action").clip_of(bpy.context.object.spacetime.pending)
    far = ours("solver.analysis.departure").departures(clip)[0]
    return {
        "bone": far.body,
        "cm": f"{100 * far.distance:.0f}",
        "degrees": f"{math.degrees(far.angle):.0f}",
    }


def _reach() -> Found:
    scene, rig = bpy.context.scene, bpy.context.object
    scene.spacetime.overlays.show_arc = False
    apple = bpy.data.objects.new("Apple", None)
    scene.collection.objects.link(apple)
    hang_apple(apple)
    OPERATORS.select_bone(bone="hand.R")
    apple.select_set(True)
    OPERATORS.add_goal(kind="GO_THERE")
    rig.spacetime.motion.goals[0].at_tail = True
    return {}


def _pick() -> Found:
    OPERATORS.solve(blocking=True)
    return {}


def _impossible() -> Found:
    hang_apple(bpy.data.objects["Apple"], higher=TOO_HIGH)
    try:
        OPERATORS.solve(blocking=True)
    except RuntimeError:  # how Blender informs a script that an operator reported an error
        run = bpy.context.window_manager.spacetime
        shown = bpy.context.scene.spacetime.overlays
        shown.show_effort, shown.show_bodies = True, False
        OPERATORS.show_where()
        return {"why_not": run.error_line, "frame": str(run.error_frame)}
    raise SetupFailure("expected an apple three metres up to be out of reach, found a motion")


STEPS = (
    Step(_begin, "minutes_begin.jpg", is_on_page=False),
    Step(_add, "minutes_add.jpg"),
    Step(_fit, "minutes_fit.jpg"),
    Step(_preset, "minutes_preset.jpg", is_on_page=False),
    Step(_solve, "minutes_solve.jpg"),
    Step(_accept, "minutes_accept.jpg"),
    Step(_export),
    Step(_key, "minutes_keys.jpg"),
    Step(_begin_physical, "minutes_solving.jpg", is_on_page=False),
    Step(_make_physical, "minutes_physical.jpg"),
    Step(_reach, "minutes_reach.jpg", is_on_page=False),
    Step(_pick, "minutes_goal.jpg"),
    Step(_impossible, "minutes_impossible.jpg", view=FAR),
)
PICTURES = tuple(step.picture for step in STEPS if step.picture and step.is_on_page)
