"""Draw characters as in the viewport, as docs/artist/rigs.png; requires Blender 5.2 for off-screen drawing.

.venv-3.13/bin/python -m docs.pictures.rigs
"""

import importlib
from typing import Any

import numpy as np

from docs.pictures.manual.blender import begin_to_draw, bpy, gpu
from docs.pictures.manual.perspective import projection, stand
from scripts.environment import ROOT
from scripts.load_extension import ours

PICTURES = ("rigs.png",)
WIDTH, HEIGHT = 480, 480
HALF_ANGLE = 0.33  # rad, of the view
BACKGROUND = (0.18, 0.18, 0.2, 1.0)
# Rigify's skeleton, the selected bone, the direction of the viewer, and its distance in sizes of the rig.
SUBJECTS = (
    ("basic_human", "shin.L", (1.0, -0.75, 0.25), 1.55),
    ("wolf", "thigh.L", (1.0, -0.6, 0.3), 1.75),
    ("bird", "Wing.L", (0.6, -1.0, 0.5), 1.6),
)

mathutils: Any = importlib.import_module("mathutils")
draw, read_figure = ours("addon.overlays.draw"), ours("addon.overlays.read_figure")


def fitted(kind: str, bone: str) -> Any:
    """A Rigify rig with bodies and a selected bone."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    importlib.import_module("addon_utils").enable("rigify", default_set=True)
    getattr(bpy.ops.object, f"armature_{kind}_metarig_add")()
    bpy.ops.spacetime.fit_bodies()
    bpy.ops.spacetime.select_bone(bone=bone)
    return bpy.context.object


def picture(rig: Any, direction: tuple[float, float, float], distance: float) -> Any:
    """Pixels (HEIGHT, WIDTH, 4), the lowest row first."""
    figure = read_figure.read_figure(rig)
    middle = mathutils.Vector((figure.centres.min(0) + figure.centres.max(0)) / 2)
    eye = middle + distance * figure.size * mathutils.Vector(direction).normalized()
    near, far = 0.01 * figure.size, 100 * figure.size
    seen = projection(WIDTH, HEIGHT, half_angle=HALF_ANGLE, near=near, far=far)
    screen = gpu.types.GPUOffScreen(WIDTH, HEIGHT)
    with screen.bind():
        buffer = gpu.state.active_framebuffer_get()
        buffer.clear(color=BACKGROUND, depth=1.0)
        with gpu.matrix.push_pop(), gpu.matrix.push_pop_projection():
            gpu.matrix.load_matrix(stand(middle, eye).inverted())
            gpu.matrix.load_projection_matrix(seen)
            draw.draw_figure(figure, bpy.context.scene.spacetime.overlays, (WIDTH, HEIGHT))
        colours = buffer.read_color(0, 0, WIDTH, HEIGHT, 4, 0, "FLOAT").to_list()
    screen.free()
    pixels = np.array(colours).reshape(HEIGHT, WIDTH, 4)
    pixels[..., 3] = 1.0
    return pixels


def main() -> None:
    """Draws all subjects side by side."""
    begin_to_draw()
    pixels = np.concatenate([picture(fitted(*subject[:2]), *subject[2:]) for subject in SUBJECTS], axis=1)
    image = bpy.data.images.new("rigs", pixels.shape[1], pixels.shape[0])
    image.pixels = pixels.ravel().tolist()
    image.filepath_raw, image.file_format = str(ROOT / "docs/artist" / PICTURES[0]), "PNG"
    image.save()


if __name__ == "__main__":
    main()
