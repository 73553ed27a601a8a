"""Draws overlays on the screen; the only file that uses Blender's gpu module."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import blf
import bpy
import gpu
import numpy as np
from bpy.app.translations import pgettext_iface as iface_
from bpy_extras.view3d_utils import location_3d_to_region_2d
from gpu_extras.batch import batch_for_shader
from mathutils import Matrix

from ...solver.arrays import AnyArray, Array
from ..blender.units import from_units
from ..explore.front_points import Dot, dots_of
from ..interface.availability import armature_of
from ..result.ghost import ghost_of, unskinned_ghosts
from ..strips.foot_strip import fit_in_view, strips_of_foot
from ..strips.read_strips import pixels_per_point, seen_strips, timing_words
from ..strips.view import Strips, View
from .drawing import BODIES, GROUND, TOP, Colour, Drawing, together
from .figure import FIGURE_OVERLAYS, Figure, plain_bodies
from .front_chart import chart_drawing, chart_labels
from .ghost_note import note_of
from .goal_lines import goal_lines
from .physics import OVERLAYS, Physics
from .posed import draw_posed
from .read_figure import read_figure
from .read_posed import read_posed
from .shown import Shown, Touches, shown, shown_stripe, shown_touches
from .strip_bars import Label, frame_line, labels, strip_bars
from .stripe_bar import HEIGHT, bars

LINE_WIDTH = 2.0  # points
FONT, LETTER = 0, 13.0  # Blender's default font, and its size in the view [points]
# Applied after a projection: compresses depth into its nearest tenth, before almost everything else.
BEFORE_SKINS = Matrix(((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0.1, -0.9), (0, 0, 0, 1)))
AT_ORIGIN = np.eye(4)
_handles: list[tuple[Any, Any]] = []  # Blender's handles with their space types


def register() -> None:
    """Adds the draw handlers; none in background mode."""
    if bpy.app.background:
        return
    for space, callback, event in (
        (bpy.types.SpaceView3D, draw_view, "POST_VIEW"),
        (bpy.types.SpaceView3D, draw_words, "POST_PIXEL"),
        (bpy.types.SpaceDopeSheetEditor, draw_timeline, "POST_PIXEL"),
    ):
        _handles.append((space, space.draw_handler_add(callback, (), "WINDOW", event)))


def unregister() -> None:
    """Removes the draw handlers and frees GPU memory."""
    for cache in (
        _figure_drawing,
        _ghost_drawing,
        _physics_drawing,
        _strips_drawing,
        _front_drawing,
        _face_batch,
        _line_batch,
    ):
        cache.cache_clear()
    for space, handle in _handles:
        space.draw_handler_remove(handle, "WINDOW")
    _handles.clear()


def draw_view() -> None:
    """Draws overlays of the active armature in the current view."""
    context = bpy.context
    armature_object, scene, view = armature_of(context), context.scene, context.space_data
    if armature_object is None or scene is None:
        return
    viewport = (context.region.width, context.region.height)
    figure = read_figure(armature_object) if is_seen(view, context.object) else None
    if figure is not None:
        draw_figure(figure, scene.spacetime.overlays, viewport)
        posed = read_posed(armature_object, scene) if scene.spacetime.overlays.show_posing else None
        if posed is not None:
            draw_in_world(draw_posed(posed), viewport)
    if not is_seen(view, context.object, ghost_of(armature_object)):
        return
    shown_ghost = ghost_of(armature_object)
    if shown_ghost is not None and armature_object.spacetime.pending is not None:
        draw_in_world(goal_lines(armature_object, shown_ghost), viewport)
    for ghost in unskinned_ghosts(armature_object):
        if is_seen(view, ghost):
            draw_ghost(ghost, viewport)
    seen = shown(armature_object, scene.frame_current + scene.frame_subframe)
    if seen is not None:
        draw_drawing(make_drawing(seen, scene.spacetime.overlays), seen, viewport)


def draw_words() -> None:
    """Draws the note above the active armature's ghost, contact lanes in Pose Mode, and the trade-offs."""
    context = bpy.context
    armature_object, scene = armature_of(context), context.scene
    if armature_object is not None and scene is not None and is_seen(context.space_data, context.object):
        draw_foot(armature_object, scene)
        draw_front(armature_object)
    region: Any = context.region  # never None while drawing
    eye: Any = context.region_data
    ghost = ghost_of(armature_object) if armature_object is not None else None
    if armature_object is None or scene is None or not is_seen(context.space_data, ghost):
        return
    note = note_of(armature_object, scene)
    place = location_3d_to_region_2d(region, eye, note.place) if note is not None else None
    if note is None or place is None:
        return
    blf.size(FONT, LETTER * pixels_per_point(context))
    width, _height = blf.dimensions(FONT, note.text)
    blf.enable(FONT, blf.SHADOW)
    blf.shadow(FONT, 3, 0.0, 0.0, 0.0, 1.0)
    blf.color(FONT, *note.color, 1.0)
    blf.position(FONT, place[0] - width / 2, place[1], 0.0)
    blf.draw(FONT, note.text)
    blf.disable(FONT, blf.SHADOW)


def draw_foot(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """Draws contacts of the active bone and the current frame at the bottom of the view."""
    region: Any = bpy.context.region  # never None while drawing
    strips = strips_of_foot(armature_object, scene) if scene.spacetime.overlays.show_strips else None
    view = fit_in_view(strips, region.width, pixels_per_point(bpy.context)) if strips is not None else None
    if strips is None or view is None:
        return
    draw_strips(strips, shown_touches(armature_object), view, timing_words(armature_object.spacetime.motion))
    gpu.state.blend_set("ALPHA")
    _faces(frame_line(scene.frame_current, len(strips.lanes), view), TOP)
    gpu.state.blend_set("NONE")


def draw_front(armature_object: bpy.types.Object) -> None:
    """Draws the latest trade-offs in the corner of the view."""
    dots, scale = tuple(dots_of(armature_object)), pixels_per_point(bpy.context)
    if not dots:
        return
    gpu.state.blend_set("ALPHA")
    _faces(_front_drawing(dots, scale), TOP)
    write(chart_labels(dots, armature_object.spacetime.explore.front_of, iface_("Effort"), scale))
    gpu.state.blend_set("NONE")


@lru_cache(maxsize=2)
def _front_drawing(dots: tuple[Dot, ...], scale: float) -> Drawing:
    return chart_drawing(dots, scale)


def write(words: Iterable[Label]) -> None:
    """Draws text in white, with a shadow."""
    blf.enable(FONT, blf.SHADOW)
    blf.shadow(FONT, 3, 0.0, 0.0, 0.0, 1.0)
    blf.color(FONT, 1.0, 1.0, 1.0, 1.0)
    for label in words:
        blf.size(FONT, label.size)
        blf.position(FONT, label.left, label.base, 0.0)
        blf.draw(FONT, label.text)
    blf.disable(FONT, blf.SHADOW)


def is_seen(view: Any, *any_of: bpy.types.Object | None) -> bool:
    """Whether a 3D view shows overlays and at least one of the objects."""
    return view.overlay.show_overlays and any(
        o is not None and o.visible_in_viewport_get(view) for o in any_of
    )


def make_drawing(shown: Shown, switches: bpy.types.PropertyGroup) -> Drawing:
    """All enabled physics overlays; cached while nothing changes, such as while the view is rotated."""
    return _physics_drawing(
        shown.physics, shown.frame, tuple(name for name in OVERLAYS if getattr(switches, name))
    )


@lru_cache(maxsize=2)
def _physics_drawing(physics: Physics, frame: int, names: tuple[str, ...]) -> Drawing:
    return together([OVERLAYS[name](physics, frame) for name in names])


def draw_figure(figure: Figure, switches: bpy.types.PropertyGroup, viewport: tuple[int, int]) -> None:
    """Draws bodies, joint limits and contacts, if enabled; cached while nothing changes."""
    names = tuple(name for name in FIGURE_OVERLAYS if getattr(switches, name))
    draw_in_world(_figure_drawing(figure, names), viewport)


def draw_ghost(ghost: bpy.types.Object, viewport: tuple[int, int]) -> None:
    """Draws the bodies of a ghost without a skin in its current pose."""
    figure = read_figure(ghost)
    if figure is not None:
        color: Any = ghost.color  # an array, unknown to mypy
        draw_in_world(_ghost_drawing(figure, tuple(color)), viewport)


@lru_cache(maxsize=2)
def _ghost_drawing(figure: Figure, colour: Colour) -> Drawing:
    return plain_bodies(figure, colour)


@lru_cache(maxsize=2)
def _figure_drawing(figure: Figure, names: tuple[str, ...]) -> Drawing:
    return together([FIGURE_OVERLAYS[name](figure) for name in names])


def draw_drawing(drawing: Drawing, shown: Shown, viewport: tuple[int, int]) -> None:
    """Draws physics overlays at the place of the motion, with the current framebuffer and matrices."""
    draw_in_world(drawing, viewport, shown.matrix)


def draw_in_world(drawing: Drawing, viewport: tuple[int, int], place: Array = AT_ORIGIN) -> None:
    """Draws geometry in meters, moved by a transform (4, 4) of the world."""
    with gpu.matrix.push_pop():
        gpu.matrix.multiply_matrix(Matrix((np.linalg.inv(from_units()) @ place).tolist()))
        _draw(drawing, viewport)


def _draw(drawing: Drawing, viewport: tuple[int, int]) -> None:
    keeps_depth = gpu.state.depth_mask_get()
    gpu.state.depth_mask_set(False)
    gpu.state.blend_set("ALPHA")
    gpu.state.depth_test_set("LESS_EQUAL")
    _faces(drawing, GROUND)
    _bodies(drawing)
    gpu.state.depth_test_set("NONE")  # forces and arcs are visible through the body
    _faces(drawing, TOP)
    if len(drawing.line_points):
        _lines(drawing, viewport)
    gpu.state.blend_set("NONE")
    gpu.state.depth_mask_set(keeps_depth)


def _bodies(drawing: Drawing) -> None:
    """Draws depth first, then color, so that only the nearest body is visible at each pixel."""
    if BODIES not in _face_batch(drawing)[1]:
        return
    with gpu.matrix.push_pop_projection():
        gpu.matrix.load_projection_matrix(BEFORE_SKINS @ gpu.matrix.get_projection_matrix())
        gpu.state.depth_mask_set(True)
        gpu.state.color_mask_set(False, False, False, False)
        _faces(drawing, BODIES)
        gpu.state.depth_mask_set(False)
        gpu.state.color_mask_set(True, True, True, True)
        _faces(drawing, BODIES)


def draw_timeline() -> None:
    """Draws the stripe at the top of the timeline or dope sheet, and contacts at the bottom."""
    context = bpy.context
    armature_object, scene = armature_of(context), context.scene
    if armature_object is None or scene is None:
        return
    seen = seen_strips(context)
    if seen is not None:
        words = timing_words(armature_object.spacetime.motion)
        draw_strips(seen[0], shown_touches(armature_object), seen[1], words)
    stripe = shown_stripe(armature_object) if scene.spacetime.overlays.show_stripe else None
    if stripe is None:
        return
    region = context.region
    top = region.height - HEIGHT
    view: Any = region.view2d
    drawing = bars(stripe, lambda frame: view.view_to_region(frame, 0.0, clip=False)[0], top)
    gpu.state.blend_set("ALPHA")
    _faces(drawing, TOP)
    gpu.state.blend_set("NONE")


def draw_strips(strips: Strips, touches: Touches, view: View, words: Mapping[str, str]) -> None:
    """Draws contacts in pixels; cached while nothing changes, such as during playback."""
    gpu.state.blend_set("ALPHA")
    _faces(_strips_drawing(strips, touches, view), TOP)
    write(labels(strips, words, view))
    gpu.state.blend_set("NONE")


@lru_cache(maxsize=4)
def _strips_drawing(strips: Strips, touches: Touches, view: View) -> Drawing:
    return strip_bars(strips, touches, view)


def _faces(drawing: Drawing, layer: int) -> None:
    batch, stretches = _face_batch(drawing)
    if layer in stretches:
        first, count = stretches[layer]
        batch.draw_range(gpu.shader.from_builtin("SMOOTH_COLOR"), elem_start=first, elem_count=count)


@lru_cache(maxsize=4)
def _face_batch(drawing: Drawing) -> tuple[Any, dict[int, tuple[int, int]]]:
    """One GPU batch of all layers in sequence, and the index range (first, count) of each."""
    if not len(drawing.layers):
        return None, {}
    order = np.argsort(drawing.layers, kind="stable")
    counts = 3 * np.bincount(drawing.layers)
    ends = np.cumsum(counts).tolist()
    stretches = {layer: (ends[layer] - n, n) for layer, n in enumerate(counts.tolist()) if n}
    numbers = gpu.types.GPUIndexBuf(type="TRIS", seq=_single(drawing.triangles.take(order, axis=0), np.int32))
    return gpu.types.GPUBatch(type="TRIS", buf=_corners(drawing), elem=numbers), stretches


def _corners(drawing: Drawing) -> Any:
    """Vertex buffer of points and colors."""
    arrays = {"pos": _single(drawing.face_points), "color": _single(drawing.face_colours)}
    form = gpu.types.GPUVertFormat()
    for name, array in arrays.items():
        form.attr_add(id=name, comp_type="F32", len=array.shape[1], fetch_mode="FLOAT")
    corners = gpu.types.GPUVertBuf(form, len(drawing.face_points))
    for name, array in arrays.items():
        corners.attr_fill(name, array)
    return corners


def _lines(drawing: Drawing, viewport: tuple[int, int]) -> None:
    shader = gpu.shader.from_builtin("POLYLINE_SMOOTH_COLOR")
    shader.bind()
    shader.uniform_float("viewportSize", viewport)
    shader.uniform_float("lineWidth", LINE_WIDTH * pixels_per_point(bpy.context))
    _line_batch(drawing).draw(shader)


@lru_cache(maxsize=4)
def _line_batch(drawing: Drawing) -> Any:
    return batch_for_shader(
        gpu.shader.from_builtin("POLYLINE_SMOOTH_COLOR"),
        "LINES",
        {"pos": _single(drawing.line_points), "color": _single(drawing.line_colours)},
    )


def _single(values: AnyArray, kind: type = np.float32) -> Any:
    """Contiguous array for the GPU, whose memory Blender reads directly."""
    return np.ascontiguousarray(values, kind)
