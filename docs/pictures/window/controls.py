"""Checks for trials.py in Blender's window: a solve without a preset, another frame rate, a failure, and shortcuts."""

import json
from collections.abc import Iterator
from typing import Any

from docs.pictures.manual.blender import bpy
from docs.pictures.manual.perspective import Point
from docs.pictures.window.scenes import OPERATORS, high_apple, human
from docs.pictures.window.stage import Stage
from scripts.failure import SetupFailure
from scripts.load_extension import ours

NEAR: tuple[Point, Point] = ((2.9, -3.1, 1.6), (0.4, 0.0, 0.85))  # eye, and point it looks at [m]
FAR: tuple[Point, Point] = ((2.9, -3.1, 2.3), (-0.1, 0.0, 1.85))
PATIENCE = 300  # maximum number of pauses until a motion exists
FAST, SLOW = 60, 24  # frames per second
SAME = 0.01  # s
Results = dict[str, bool]


def try_all(stage: Stage, file: str) -> Iterator[float]:
    """Performs all checks, and writes their results and whether they are correct to a file in the stage's folder."""
    results: Results = {}
    for trial in (_no_choice, _other_rate, _failure, _closed_sidebar, _keys, _keymap):
        stage.area.spaces[0].show_region_ui = True
        yield from stage.look(*NEAR)
        yield from trial(stage, results)
    ours("addon.solve.session").stop()
    (stage.folder / file).write_text(json.dumps(results), encoding="utf-8")


def _no_choice(stage: Stage, results: Results) -> Iterator[float]:
    with stage.context():
        rig = human()
        OPERATORS.solve("INVOKE_DEFAULT")
    yield from _solved(stage, rig)
    bpy.context.scene.frame_set(8)
    yield from stage.take_window("no_choice")
    name = rig.spacetime.pending.name
    results[f"Solve without a preset: {name}"] = name.startswith("Walk") and rig.spacetime.motion.is_mirrored


def _other_rate(stage: Stage, results: Results) -> Iterator[float]:
    with stage.context():
        rig = human()
        bpy.context.scene.render.fps = FAST
        OPERATORS.use_preset(preset="WALK")
        OPERATORS.solve("INVOKE_DEFAULT")
    yield from _solved(stage, rig)
    before = _seconds(rig.spacetime.pending)
    bpy.context.scene.render.fps = SLOW
    yield from stage.settle(stage.area)
    shown = _seconds(ours("addon.result.ghost").ghost_of(rig).animation_data.action)
    yield from stage.take_window("rate_ghost")
    with stage.context():
        OPERATORS.accept()
    yield from stage.take_window("rate_accepted")
    accepted = _seconds(rig.animation_data.action)
    what = f"{before:.3f} s at {FAST} fps, ghost {shown:.3f} s and accepted {accepted:.3f} s at {SLOW} fps"
    results[what] = max(abs(shown - before), abs(accepted - before)) < SAME


def _failure(stage: Stage, results: Results) -> Iterator[float]:
    """An apple that hangs too high: messages next to and above the 3D view."""
    run = bpy.context.window_manager.spacetime
    with stage.context():
        high_apple()
        bpy.context.scene.frame_set(1)
        OPERATORS.make_physical("INVOKE_DEFAULT")
    yield from _over(stage)
    yield from stage.look(*FAR)
    yield from stage.take_window("failure")
    with stage.context():
        OPERATORS.show_where()
    yield from stage.take_window("failure_shown")
    is_one = run.error_line.count(". ") == 1 and "Apple" in run.error_line
    results[f"Failure: {run.error_line}"] = is_one
    shown = bpy.context.scene.frame_current
    results[f"Show goes to frame {shown}"] = shown == run.error_frame
    stage.area.spaces[0].show_region_ui = False
    yield from stage.take_view("failure_header")


def _closed_sidebar(stage: Stage, results: Results) -> Iterator[float]:
    """Progress of a flip in the 3D view's header."""
    with stage.context():
        human()
        OPERATORS.use_preset(preset="FLIP")
    stage.area.spaces[0].show_region_ui = False
    with stage.context():
        OPERATORS.solve("INVOKE_DEFAULT")
    yield from stage.settle(stage.area)
    yield from stage.take_view("header")
    run = bpy.context.window_manager.spacetime
    results[f"Header while the sidebar is closed: {run.text}"] = run.is_running
    ours("addon.solve.session").stop()


def _keys(stage: Stage, results: Results) -> Iterator[float]:
    """The pie menu, and Solve and Accept by their shortcuts, with the mouse in the 3D view."""
    with stage.context():
        rig = human()
        OPERATORS.use_preset(preset="WALK")
    yield from stage.move_mouse(stage.pixel(NEAR[1]))
    yield from stage.press_key("Y")
    yield from stage.take_view("pie")
    yield from stage.press_key("ESC")
    yield from stage.press_key("Y", shift=True)
    yield from _solved(stage, rig)
    results["Shift Y solves"] = True
    yield from stage.press_key("Y", alt=True)
    yield from stage.settle(stage.area)
    results["Alt Y accepts"] = rig.spacetime.pending is None and rig.animation_data.action is not None


def _keymap(stage: Stage, results: Results) -> Iterator[float]:
    """Blender's preferences, in the area of the 3D view."""
    area, preferences = stage.area, bpy.context.preferences
    found = ours("addon.keymap").keys_of_the_user(bpy.context)
    area.type, preferences.active_section = "PREFERENCES", "KEYMAP"
    area.spaces[0].filter_text = "spacetime"
    yield from stage.settle(area)
    stage.photograph("keymap", area.x, area.y, area.width, area.height)
    area.type = "VIEW_3D"
    yield from stage.settle(area)
    results[f"Keymap preferences: {len(found)} shortcuts of the 3D view"] = (
        len(found) == len(ours("addon.keymap").PRESSED) + 1
    )


def _solved(stage: Stage, rig: Any) -> Iterator[float]:
    yield from _over(stage)
    if rig.spacetime.pending is None:
        raise SetupFailure(f"expected a motion, found {bpy.context.window_manager.spacetime.error}")


def _over(stage: Stage) -> Iterator[float]:
    """Waits until all work is finished; a solve starts once the scene has been read."""
    for _ in range(PATIENCE):
        yield from stage.settle(stage.area)
        if not ours("addon.runtime.event_loop").is_busy():
            return
    raise SetupFailure("expected the solver to end, found it at work")


def _seconds(action: Any) -> float:
    first, last = action.frame_range
    seconds: float = (last - first) / bpy.context.scene.render.fps
    return seconds
