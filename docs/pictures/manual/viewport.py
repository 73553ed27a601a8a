"""The 3D view as an artist sees it: Blender's own drawing with the add-on's overlays on top."""

from pathlib import Path
from typing import Any

from docs.pictures.manual.blender import bpy, gpu
from docs.pictures.manual.image import save
from docs.pictures.manual.perspective import Matrix, Point, in_pixels, projection, stand
from scripts.load_extension import ours

draw, shown, read_figure, read_posed = (
    ours(f"addon.overlays.{name}") for name in ("draw", "shown", "read_figure", "read_posed")
)

WIDTH, HEIGHT = 720, 480
LENS = {"half_angle": 0.22, "near": 0.05, "far": 100.0}  # rad, m


def photograph(path: Path, *, middle: Point, eye: Point) -> None:
    """Draws a 3D view of the scene at its current frame.

    Args:
        path: of the picture to write.
        middle: point that the view looks at [m].
        eye: position of the viewer [m].
    """
    screen = gpu.types.GPUOffScreen(WIDTH, HEIGHT)
    view, seen = stand(middle, eye).inverted(), projection(WIDTH, HEIGHT, **LENS)
    space, region = _view_3d()
    space.overlay.show_cursor = False
    bpy.context.view_layer.update()
    screen.draw_view3d(
        bpy.context.scene, bpy.context.view_layer, space, region, view, seen, do_color_management=True
    )
    with screen.bind(), gpu.matrix.push_pop(), gpu.matrix.push_pop_projection():
        gpu.matrix.load_matrix(view)
        gpu.matrix.load_projection_matrix(seen)
        _draw_overlays()
        gpu.matrix.load_matrix(Matrix.Identity(4))
        gpu.matrix.load_projection_matrix(in_pixels(WIDTH, HEIGHT))
        draw.draw_front(bpy.context.object)
    save(screen, path)
    screen.free()


def only(*names: str) -> None:
    """Enables these overlays and disables all others."""
    switches = bpy.context.scene.spacetime.overlays
    for prop in switches.bl_rna.properties:
        if prop.identifier.startswith("show_"):
            setattr(switches, prop.identifier, prop.identifier in names)


def _draw_overlays() -> None:
    """Draws overlays like the add-on's draw handler, which Blender does not call without a window."""
    rig, scene = bpy.context.object, bpy.context.scene
    figure = read_figure.read_figure(rig)
    if figure is not None:
        draw.draw_figure(figure, scene.spacetime.overlays, (WIDTH, HEIGHT))
    posed = read_posed.read_posed(rig, scene) if scene.spacetime.overlays.show_posing else None
    if posed is not None:
        draw.draw_in_world(draw.draw_posed(posed), (WIDTH, HEIGHT))
    seen = shown.shown(rig, scene.frame_current)
    if seen is not None:
        draw.draw_drawing(draw.make_drawing(seen, scene.spacetime.overlays), seen, (WIDTH, HEIGHT))


def _view_3d() -> tuple[Any, Any]:
    screen = bpy.context.window_manager.windows[0].screen
    area = next(area for area in screen.areas if area.type == "VIEW_3D")
    return area.spaces[0], next(region for region in area.regions if region.type == "WINDOW")
