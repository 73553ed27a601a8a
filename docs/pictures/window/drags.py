"""Drags for pointer.py in Blender's window, confirmed or canceled with Escape."""

import json
from collections.abc import Iterator
from typing import Any

from docs.pictures.manual.blender import bpy
from docs.pictures.manual.perspective import Point
from docs.pictures.window.scenes import OPERATORS, human
from docs.pictures.window.stage import Stage
from scripts.failure import SetupFailure
from scripts.load_extension import ours

STEPS, PIXELS = 6, 8  # of a drag
NEAR: tuple[Point, Point] = ((2.6, -3.0, 1.5), (0.4, 0.0, 0.85))  # eye, and point it looks at [m]
HAND = "forearm.L"  # whose tip is the hand
INTERVAL = (5, 15)  # frames
FOLLOWED = 40  # maximum number of pauses until a dragged ghost has moved
MOVED = 0.02  # m
HIGHER = 120  # pixels, of the timeline


def drag_all(stage: Stage, file: str) -> Iterator[float]:
    """Performs all drags, and writes their results and whether they are correct to a file in the stage's folder."""
    results: dict[str, bool] = {}
    for drag in (_auto_pose, _edit_interval, _drag_contact, _drag_ghost):  # which leaves Live on
        with stage.context():
            rig = human()
            OPERATORS.use_preset(preset="WALK")
            if drag is _drag_ghost:
                OPERATORS.solve(blocking=True)
            bpy.context.scene.frame_set(8)
        yield from stage.look(*NEAR)
        yield from drag(stage, rig, results)
    yield from _play(stage, results)
    ours("addon.solve.live").live.stop()
    ours("addon.solve.session").stop()
    (stage.folder / file).write_text(json.dumps(results), encoding="utf-8")


def _dragged(
    stage: Stage,
    begin: tuple[int, int],
    *,
    name: str,
    across: int = PIXELS,
    up: int = 0,
    escapes: bool = False,
) -> Iterator[float]:
    """Drags and takes a picture, then releases the button or presses Escape."""
    yield from stage.move_mouse(begin)
    yield from stage.press(is_down=True)
    for step in range(1, STEPS + 1):
        yield from stage.move_mouse((begin[0] + step * across, begin[1] + step * up))
    yield from stage.take_window(name)
    if escapes:
        yield from stage.press_key("ESC")
    yield from stage.press(is_down=False)


def _auto_pose(stage: Stage, rig: Any, results: dict[str, bool]) -> Iterator[float]:
    def hand() -> Any:
        return (rig.matrix_world @ rig.pose.bones[HAND].tail).copy()

    for escapes in (True, False):
        before = hand()
        with stage.context():
            OPERATORS.auto_pose("INVOKE_DEFAULT")
        yield from _dragged(
            stage, stage.pixel(before), name=f"auto_pose_{escapes}", up=PIXELS, escapes=escapes
        )
        moved = (hand() - before).length
        results[f"AutoPose, {_how(escapes)}: hand moved {moved:.3f} m"] = (moved > MOVED) != escapes


def _edit_interval(stage: Stage, _: Any, results: dict[str, bool]) -> Iterator[float]:
    scene = bpy.context.scene
    area = stage.area_of("DOPESHEET_EDITOR")
    region = stage.region("WINDOW", area)

    def at(frame: int) -> int:
        across: float = region.view2d.view_to_region(frame, 0, clip=False)[0]
        return int(region.x + across)

    for escapes in (True, False):
        with stage.context():
            OPERATORS.edit_interval("INVOKE_DEFAULT")
        first, last = (at(frame) for frame in INTERVAL)
        begin = (first, region.y + region.height // 4)
        yield from _dragged(
            stage,
            begin,
            name=f"edit_interval_{escapes}",
            across=round((last - first) / STEPS),
            escapes=escapes,
        )
        found = (scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end)
        is_so = (
            not found[0]
            if escapes
            else found[0] and abs(found[1] - INTERVAL[0]) + abs(found[2] - INTERVAL[1]) <= 1
        )
        results[f"Edit Interval, {_how(escapes)}: {found}"] = is_so
    scene.use_preview_range = False


def _drag_contact(stage: Stage, rig: Any, results: dict[str, bool]) -> Iterator[float]:
    """Drags with the shortcuts of the timeline only, as an artist does."""

    def starts() -> list[float]:
        strips = ours("addon.strips.read_strips").read_strips(rig, bpy.context.scene)
        return [phase.start for lane in strips.lanes for phase in lane.phases]

    area = stage.area_of("DOPESHEET_EDITOR")
    edge = (area.x + area.width // 2, area.y + area.height)  # the default timeline is too low to drag in
    yield from _dragged(stage, edge, name="timeline", across=0, up=HIGHER // STEPS)
    for escapes in (True, False):
        with stage.context(area):
            place = _bar(
                stage.region("WINDOW", area), *ours("addon.strips.read_strips").seen_strips(bpy.context)
            )
        before = starts()
        yield from _dragged(stage, place, name=f"drag_contact_{escapes}", escapes=escapes)
        moved = max(abs(a - b) for a, b in zip(starts(), before, strict=True))
        results[f"Drag Contact, {_how(escapes)}: a bar moved {moved:.2f} frames"] = (moved > 1) != escapes


def _bar(region: Any, strips: Any, view: Any) -> tuple[int, int]:
    """Center of the uppermost bar in the window [pixels]."""
    seen = ours("addon.strips.view")
    for y in range(region.height, 0, -4):
        grips = ((x, seen.grip_at(strips, view, (x, y))) for x in range(0, region.width, 4))
        within = [x for x, grip in grips if grip is not None and grip.phase is not None]
        if within:
            return region.x + within[len(within) // 2], region.y + y
    raise SetupFailure("expected a contact on the timeline, found none")


def _drag_ghost(stage: Stage, rig: Any, results: dict[str, bool]) -> Iterator[float]:
    def hand() -> Any:
        ghost = ours("addon.result.ghost").ghost_of(rig)
        return (ghost.matrix_world @ ghost.pose.bones[HAND].tail).copy()

    goals = rig.spacetime.motion.goals
    for escapes in (True, False):
        before, count = hand(), len(goals)
        with stage.context():
            OPERATORS.drag_ghost("INVOKE_DEFAULT")
        yield from _dragged(
            stage, stage.pixel(before), name=f"drag_ghost_{escapes}", up=PIXELS, escapes=escapes
        )
        for _ in range(FOLLOWED):
            if ((hand() - before).length > MOVED) != escapes:
                break
            yield from stage.settle(stage.area)
        moved = (hand() - before).length
        is_so = (moved > MOVED) != escapes and len(goals) - count == (0 if escapes else 1)
        results[f"Drag Ghost, {_how(escapes)}: hand moved {moved:.3f} m, {len(goals) - count} goals more"] = (
            is_so
        )


def _play(stage: Stage, results: dict[str, bool]) -> Iterator[float]:
    """Plays the timeline while Live is enabled, edits during playback, and stops."""
    run, live = bpy.context.window_manager.spacetime, ours("addon.solve.live").live
    with stage.context():
        bpy.ops.screen.animation_play()
    before = bpy.context.scene.frame_current
    yield from stage.settle(stage.area)
    bpy.context.object.spacetime.motion.speed *= 1.05
    yield from stage.settle(stage.area)
    played = bpy.context.scene.frame_current != before
    with stage.context():
        bpy.ops.screen.animation_cancel()
    for _ in range(FOLLOWED):
        yield from stage.settle(stage.area)
        if not live.is_busy:
            break
    results[f"Live while the timeline plays: {run.live_text}"] = (
        played and run.is_live and not (live.is_busy or run.live_failed)
    )


def _how(escapes: bool) -> str:
    return "taken back" if escapes else "let go"
