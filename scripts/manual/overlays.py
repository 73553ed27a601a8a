"""A picture of every overlay, on motions that are really solved."""

from dataclasses import dataclass
from pathlib import Path

from scripts.manual.blender import bpy, new_human, ours
from scripts.manual.flat import BAND, number, page
from scripts.manual.image import save
from scripts.manual.stripes import draw_stripes
from scripts.manual.viewport import Point, only, photograph

shown, draw = (ours(f"addon.overlays.{name}") for name in ("shown", "draw"))
read_strips, strips_view = (ours(f"addon.strips.{name}") for name in ("read_strips", "view"))
LANES, WORDS = (720, 120), 108  # pixels of the picture of contacts; left of the motion, for names
EDGE = 20  # pixels left and right


@dataclass(frozen=True)
class View:
    """One picture.

    Attributes:
        overlay: the switch that is on.
        share: of the motion at which it is taken, 0 to 1.
        eye: seen from there [m].
        middle: looked at [m].
    """

    overlay: str
    share: float
    eye: Point
    middle: Point


STANDING = (
    View("show_bodies", 0.0, (2.6, -3.6, 1.5), (0.0, 0.0, 0.9)),
    View("show_limits", 0.0, (1.9, -1.9, 1.1), (0.0, 0.0, 0.55)),
    View("show_contacts", 0.0, (1.2, -1.8, 0.8), (0.0, -0.05, 0.15)),
)
WALKING = (
    View("show_centre", 0.35, (4.2, -2.6, 1.5), (0.0, -0.6, 0.9)),
    View("show_forces", 0.1, (4.2, -2.0, 1.3), (0.0, -0.3, 0.9)),
    View("show_onion", 0.45, (5.2, -1.4, 1.5), (0.0, -0.6, 0.9)),
)
JUMPING = (View("show_support", 0.0, (1.6, -2.6, 2.0), (0.0, -0.1, 0.4)),)
FLIPPING = (
    View("show_effort", 0.36, (4.6, -3.0, 1.6), (0.0, 0.0, 1.0)),
    View("show_arc", 0.45, (4.6, -3.0, 1.6), (0.0, 0.0, 1.1)),
    View("show_spin", 0.55, (4.6, -3.0, 1.6), (0.0, 0.0, 1.1)),
)


def draw_overlays(folder: Path) -> None:
    """Draws them all, each alone."""
    new_human()
    bpy.ops.spacetime.fit_bodies()
    bpy.ops.spacetime.select_bone(bone="shin.L")
    _views(folder, STANDING)
    for preset, views in (("WALK", WALKING), ("JUMP", JUMPING), ("FLIP", FLIPPING)):
        _solve(preset)
        _views(folder, views)
    _solve("WALK", timing="POLISHED", kept=("heel.L", "heel.R"))
    _draw_strips(folder / "show_strips.png")
    draw_stripes(folder / "show_stripe.png")


def _solve(preset: str, *, timing: str = "GIVEN", kept: tuple[str, ...] = ()) -> None:
    """A human plays a preset's motion; some contacts keep their timing."""
    new_human()
    bpy.ops.spacetime.fit_bodies()
    bpy.ops.spacetime.use_preset(preset=preset)
    motion = bpy.context.object.spacetime.motion
    motion.timing, motion.free_length = timing, False
    for contact in bpy.context.object.data.spacetime.contacts:
        contact.keep_timing = contact.name in kept
    bpy.ops.spacetime.solve(blocking=True, accept=True)


def _views(folder: Path, views: tuple[View, ...]) -> None:
    scene, data = bpy.context.scene, bpy.context.object.animation_data
    first, last = data.action.frame_range if data is not None else (1, 1)
    for view in views:
        scene.frame_set(round(first + view.share * (last - first)))
        only(view.overlay)
        photograph(folder / f"{view.overlay}.jpg", middle=view.middle, eye=view.eye)


def _draw_strips(path: Path) -> None:
    """Draws the contacts of what is shown now, as at the foot of a timeline."""
    rig, scene = bpy.context.object, bpy.context.scene
    strips, (width, height) = read_strips.read_strips(rig, scene), LANES
    steps = strips.lanes[0].steps
    per_frame = (width - WORDS - EDGE) / steps
    view = strips_view.View(
        strips.first - WORDS / per_frame, per_frame, width, bottom=10, height=18, scale=1.2
    )
    with page(width, height, BAND) as screen:
        number(view.across, strips.first, strips.first + steps, base=height - 20, line=(10, height - 36))
        draw.draw_strips(
            strips, shown.shown_touches(rig), view, read_strips.timing_words(rig.spacetime.motion)
        )
        save(screen, path)
