"""Pictures of all overlays on solved motions, except those of the timeline (see window)."""

from dataclasses import dataclass
from pathlib import Path

from docs.pictures.manual.blender import bpy, new_human
from docs.pictures.manual.jump import TOP, key_jump
from docs.pictures.manual.perspective import Point
from docs.pictures.manual.stripes import draw_stripes
from docs.pictures.manual.viewport import only, photograph


@dataclass(frozen=True)
class View:
    """One picture.

    Attributes:
        overlay: property of the enabled overlay.
        share: moment of the picture, from 0 at the start of the motion to 1 at its end.
        eye: position of the viewer [m].
        middle: point looked at [m].
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
POSING = View("show_posing", 0.0, (4.4, -2.4, 1.5), (0.0, 0.0, 0.95))
JUMPING = (View("show_support", 0.0, (1.6, -2.6, 2.0), (0.0, -0.1, 0.4)),)
FLIPPING = (
    View("show_effort", 0.36, (4.6, -3.0, 1.6), (0.0, 0.0, 1.0)),
    View("show_arc", 0.45, (4.6, -3.0, 1.6), (0.0, 0.0, 1.1)),
    View("show_spin", 0.55, (4.6, -3.0, 1.6), (0.0, 0.0, 1.1)),
)
STRIPE = "show_stripe.png"
VIEWS = (*STANDING, POSING, *WALKING, *JUMPING, *FLIPPING)
PICTURES = (*(f"{view.overlay}.jpg" for view in VIEWS), STRIPE)


def draw_overlays(folder: Path) -> None:
    """Draws each overlay on its own."""
    new_human()
    bpy.ops.spacetime.fit_bodies()
    bpy.ops.spacetime.select_bone(bone="shin.L")
    _views(folder, STANDING)
    _pose(folder)
    for preset, views in (("WALK", WALKING), ("JUMP", JUMPING), ("FLIP", FLIPPING)):
        _solve(preset)
        _views(folder, views)
    draw_stripes(folder / STRIPE)


def _solve(preset: str) -> None:
    """A human with the solved motion of a preset."""
    new_human()
    bpy.ops.spacetime.fit_bodies()
    bpy.ops.spacetime.use_preset(preset=preset)
    bpy.ops.spacetime.solve(blocking=True, accept=True)


def _pose(folder: Path) -> None:
    """A partly keyed jump, whose top is not at its height yet."""
    new_human()
    bpy.ops.spacetime.fit_bodies()
    key_jump(bpy.context.object)
    bpy.context.scene.frame_set(TOP)
    bpy.ops.object.mode_set(mode="POSE")
    only(POSING.overlay)
    photograph(folder / f"{POSING.overlay}.jpg", middle=POSING.middle, eye=POSING.eye)
    bpy.ops.object.mode_set(mode="OBJECT")


def _views(folder: Path, views: tuple[View, ...]) -> None:
    scene, data = bpy.context.scene, bpy.context.object.animation_data
    first, last = data.action.frame_range if data is not None else (1, 1)
    for view in views:
        scene.frame_set(round(first + view.share * (last - first)))
        only(view.overlay)
        photograph(folder / f"{view.overlay}.jpg", middle=view.middle, eye=view.eye)
