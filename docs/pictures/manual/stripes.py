"""The timeline stripe in all colors: a physical jump whose top is raised, solved again and stopped early.

Then it has to reach an apple that hangs too high, so the frame at which it fails is red.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docs.pictures.manual.blender import bpy, new_human
from docs.pictures.manual.flat import BAND, number, page, rectangle, words
from docs.pictures.manual.image import save
from docs.pictures.manual.jump import TOO_HIGH, TOP, hang_apple, key_jump, raise_top
from scripts.failure import SetupFailure
from scripts.load_extension import ours

WIDTH, ROW, FOOT, EDGE, NAMES = 720, 24, 40, 20, 100  # pixels
CLOSE = 100.0  # closeness to the keys, most of which are physical already
FEW = 2  # iterations before it is stopped


def draw_stripes(path: Path) -> None:
    """Solves the motions and draws all stripes.

    Raises:
        SetupFailure: a color is missing.
    """
    new_human()
    bpy.ops.spacetime.fit_bodies()
    rig = bpy.context.object
    key_jump(rig)
    bpy.ops.spacetime.make_physical(blocking=True)
    bpy.ops.spacetime.accept()
    raise_top(ours("addon.blender.actions").curves_of(rig.animation_data.action), rig)
    rig.spacetime.motion.sketch.closeness = CLOSE
    bpy.ops.spacetime.make_physical(blocking=True)
    stripe_of = ours("addon.overlays.shown").shown_stripe
    found = {"Solved": stripe_of(rig)}
    _stop_early(rig)
    found["Stopped early"] = stripe_of(rig)
    _reach_too_high(rig)
    found["Cannot be"] = stripe_of(rig)
    if {state for stripe in found.values() for state in stripe.states.tolist()} != {0, 1, 2}:
        raise SetupFailure(
            "expected frames as keyed, changed and impossible, found not all of them; draw again"
        )
    _draw(found, path)


def _stop_early(rig: Any) -> None:
    """Solves the same motion again and presses Stop immediately."""
    session, scene = ours("addon.solve.session"), bpy.context.scene
    sketches, character = ours("addon.motion.read_sketch"), ours("addon.character.read_character")
    sketch = ours("addon.runtime.event_loop").at_once(
        sketches.read_sketch(rig, scene, character.read_character(rig))
    )
    job = ours("addon.motion.read_scene").read_job(rig, scene, sketch=sketch)
    first = ours("addon.motion.first_frame").first_frame_of(rig, scene, sketch)
    solve = session.start_solve(rig, job, first_frame=first)
    while not solve.is_over and len(solve.history) < FEW:
        session.pump()
    solve.cancel()
    session.wait(solve)


def _reach_too_high(rig: Any) -> None:
    """Adds the goal of reaching an apple out of reach, at the top.

    Raises:
        SetupFailure: the apple was reached.
    """
    apple = bpy.data.objects.new("Apple", None)
    bpy.context.scene.collection.objects.link(apple)
    hang_apple(apple, higher=TOO_HIGH)
    goal = rig.spacetime.motion.goals.add()
    goal.kind, goal.bone, goal.target, goal.at_tail = "GO_THERE", "forearm.R", apple, True
    goal.when, goal.first = "FRAME", TOP
    try:
        bpy.ops.spacetime.solve(blocking=True)
    except RuntimeError:  # how Blender informs a script that an operator reported an error
        return
    raise SetupFailure("expected an apple hung so high to be out of reach, found a motion")


def _draw(stripes: Mapping[str, Any], path: Path) -> None:
    """Draws one row per stripe above a numbered timeline."""
    colours = ours("addon.overlays.stripe_bar").COLOURS
    runs = next(iter(stripes.values())).runs
    start, end, height = runs[0][0], runs[-1][1], FOOT + ROW * len(stripes)

    def to_pixel(frame: float) -> float:
        return NAMES + EDGE + float((frame - start) / (end - start)) * (WIDTH - NAMES - 2 * EDGE)

    with page(WIDTH, height, BAND) as screen:
        for row, (name, stripe) in enumerate(stripes.items(), start=1):
            words(name, EDGE, height - row * ROW + 6, width=NAMES)
            for first, last, state in stripe.runs:
                left = to_pixel(first)
                rectangle(left, height - row * ROW + 4, to_pixel(last) - left, 12, colours[state])
        number(to_pixel, start, end, base=14, line=(30, 10))
        save(screen, path)
