"""Overlays on the screen: the only file that talks to Blender's gpu module."""

from typing import Any

import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader
from mathutils import Matrix
from numpy.typing import NDArray

from ..operators.availability import armature_of
from .drawing import Drawing, together
from .physics import OVERLAYS
from .shown import Shown, shown, shown_stripe
from .stripe_bar import HEIGHT, bars

LINE_WIDTH = 2.0  # pixels
_handles: list[tuple[Any, Any]] = []  # Blender's own, with the space that they belong to


def register() -> None:
    """Begins to draw; nothing to do in a Blender without a screen."""
    if bpy.app.background:
        return
    for space, callback, event in (
        (bpy.types.SpaceView3D, draw_view, "POST_VIEW"),
        (bpy.types.SpaceDopeSheetEditor, draw_timeline, "POST_PIXEL"),
    ):
        _handles.append((space, space.draw_handler_add(callback, (), "WINDOW", event)))


def unregister() -> None:
    """Draws no more."""
    for space, handle in _handles:
        space.draw_handler_remove(handle, "WINDOW")
    _handles.clear()


def draw_view() -> None:
    """Overlays of the active armature, into the view that is being drawn."""
    context = bpy.context
    armature_object, scene = armature_of(context), context.scene
    if armature_object is None or scene is None:
        return
    seen = shown(armature_object, scene.frame_current + scene.frame_subframe)
    if seen is not None:
        viewport = (context.region.width, context.region.height)
        draw_drawing(make_drawing(seen, scene.spacetime.overlays), seen, viewport)


def make_drawing(seen: Shown, switches: bpy.types.PropertyGroup) -> Drawing:
    """All overlays that are on."""
    return together(
        [draw(seen.physics, seen.frame) for name, draw in OVERLAYS.items() if getattr(switches, name)]
    )


def draw_drawing(drawing: Drawing, seen: Shown, viewport: tuple[int, int]) -> None:
    """Draws into what is bound now, with the matrices that are set now."""
    gpu.state.blend_set("ALPHA")
    with gpu.matrix.push_pop():
        gpu.matrix.multiply_matrix(Matrix(seen.matrix.tolist()))
        if len(drawing.triangles):
            gpu.state.depth_test_set("LESS_EQUAL")
            _faces(drawing)
        if len(drawing.line_points):
            gpu.state.depth_test_set("NONE")  # forces and arcs are seen through the body
            _lines(drawing, viewport)
    gpu.state.depth_test_set("NONE")
    gpu.state.blend_set("NONE")


def draw_timeline() -> None:
    """The stripe at the top of the timeline or dope sheet."""
    context = bpy.context
    armature_object, scene = armature_of(context), context.scene
    if armature_object is None or scene is None or not scene.spacetime.overlays.show_stripe:
        return
    stripe = shown_stripe(armature_object)
    if stripe is None:
        return
    region = context.region
    top = region.height - HEIGHT
    view: Any = region.view2d
    drawing = bars(stripe, lambda frame: view.view_to_region(frame, 0.0, clip=False)[0], top)
    gpu.state.blend_set("ALPHA")
    _faces(drawing)
    gpu.state.blend_set("NONE")


def _faces(drawing: Drawing) -> None:
    shader = gpu.shader.from_builtin("SMOOTH_COLOR")
    batch = batch_for_shader(
        shader,
        "TRIS",
        {"pos": _single(drawing.face_points), "color": _single(drawing.face_colours)},
        indices=_single(drawing.triangles, np.int32),
    )
    batch.draw(shader)


def _lines(drawing: Drawing, viewport: tuple[int, int]) -> None:
    shader = gpu.shader.from_builtin("POLYLINE_SMOOTH_COLOR")
    batch = batch_for_shader(
        shader,
        "LINES",
        {"pos": _single(drawing.line_points), "color": _single(drawing.line_colours)},
    )
    shader.bind()
    shader.uniform_float("viewportSize", viewport)
    shader.uniform_float("lineWidth", LINE_WIDTH)
    batch.draw(shader)


def _single(values: NDArray[Any], kind: type = np.float32) -> Any:
    """As the graphics card takes it; Blender reads the array's own memory."""
    return np.ascontiguousarray(values, kind)
