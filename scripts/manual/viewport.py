"""The 3D view as an artist sees it: Blender's own drawing, then our overlays over it."""

import importlib
import math
from pathlib import Path
from typing import Any

from scripts.manual.blender import bpy, gpu, ours
from scripts.manual.image import save

mathutils: Any = importlib.import_module("mathutils")
draw, shown, read_figure = (ours(f"addon.overlays.{name}") for name in ("draw", "shown", "read_figure"))

WIDTH, HEIGHT = 720, 480
HALF_ANGLE = 0.22  # rad, of the view
NEAR, FAR = 0.05, 100.0  # m
Point = tuple[float, float, float]


def photograph(path: Path, *, middle: Point, eye: Point) -> None:
    """Draws what a 3D view shows of the scene at its current frame.

    Args:
        path: the picture to write.
        middle: what the view looks at [m].
        eye: from where [m].
    """
    screen = gpu.types.GPUOffScreen(WIDTH, HEIGHT)
    view, projection = _look(middle, eye).inverted(), _projection()
    space, region = _view_3d()
    space.overlay.show_cursor = False
    bpy.context.view_layer.update()
    screen.draw_view3d(
        bpy.context.scene, bpy.context.view_layer, space, region, view, projection, do_color_management=True
    )
    with screen.bind(), gpu.matrix.push_pop(), gpu.matrix.push_pop_projection():
        gpu.matrix.load_matrix(view)
        gpu.matrix.load_projection_matrix(projection)
        _draw_overlays()
    save(screen, path)
    screen.free()


def only(*names: str) -> None:
    """Switches these overlays on and all others off."""
    switches = bpy.context.scene.spacetime.overlays
    for prop in switches.bl_rna.properties:
        if prop.identifier.startswith("show_"):
            setattr(switches, prop.identifier, prop.identifier in names)


def _draw_overlays() -> None:
    """As the add-on's draw handler does in a window; Blender does not call handlers here."""
    rig, scene = bpy.context.object, bpy.context.scene
    figure = read_figure.read_figure(rig)
    if figure is not None:
        draw.draw_figure(figure, scene.spacetime.overlays, (WIDTH, HEIGHT))
    seen = shown.shown(rig, scene.frame_current)
    if seen is not None:
        draw.draw_drawing(draw.make_drawing(seen, scene.spacetime.overlays), seen, (WIDTH, HEIGHT))


def _view_3d() -> tuple[Any, Any]:
    screen = bpy.context.window_manager.windows[0].screen
    area = next(area for area in screen.areas if area.type == "VIEW_3D")
    return area.spaces[0], next(region for region in area.regions if region.type == "WINDOW")


def _look(middle: Point, eye: Point) -> Any:
    """Where the camera stands (4, 4)."""
    away = mathutils.Vector(middle) - mathutils.Vector(eye)
    stand = away.to_track_quat("-Z", "Y").to_matrix().to_4x4()
    stand.translation = eye
    return stand


def _projection() -> Any:
    slope, deep = math.tan(HALF_ANGLE), NEAR - FAR
    rows = (
        (HEIGHT / WIDTH / slope, 0, 0, 0),
        (0, 1 / slope, 0, 0),
        (0, 0, (FAR + NEAR) / deep, 2 * FAR * NEAR / deep),
        (0, 0, -1, 0),
    )
    return mathutils.Matrix(rows)
