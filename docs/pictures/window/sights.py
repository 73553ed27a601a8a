"""Pictures of character and ghost in the window, and of their body handles during a drag."""

from collections.abc import Callable, Iterator

import numpy as np

from docs.pictures.manual.blender import bpy
from docs.pictures.manual.perspective import Point
from docs.pictures.window.scenes import OPERATORS, human
from docs.pictures.window.stage import Stage
from scripts.load_extension import ours

GHOST: tuple[Point, Point] = ((1.9, -2.1, 1.4), (0.5, 0.0, 0.85))  # eye, and point it looks at [m]
BODY: tuple[Point, Point] = ((0.7, -1.7, 1.1), (0.0, 0.0, 0.85))
BONE, OUTER = "thigh.L", 1  # the second of a body's six points is at the other end of its X
STEPS, PIXELS = 6, 3  # mouse movement of the drag


def ghost(stage: Stage) -> Iterator[float]:
    """A character with its bodies, next to the ghost of its walk with all physics overlays."""
    with stage.context():
        human()
        OPERATORS.use_preset(preset="WALK")
        OPERATORS.solve(blocking=True)
        shown = bpy.context.scene.spacetime.overlays
        shown.show_effort = shown.show_spin = True
        bpy.context.scene.frame_set(8)
    yield from stage.look(*GHOST)
    yield from stage.take_view("window_ghost.jpg")


def resize(stage: Stage) -> Iterator[float]:
    """Drags the handle at the end of a thigh's body, and releases it after the picture."""
    with stage.context():
        human()
        OPERATORS.select_bone(bone=BONE)
    yield from stage.look(*BODY)
    mouse = _end_of_body(stage)
    yield from stage.move_mouse(mouse)
    yield from stage.press(is_down=True)
    for _ in range(STEPS):
        mouse = (mouse[0] + PIXELS, mouse[1])
        yield from stage.move_mouse(mouse)
    yield from stage.take_view("window_resize.jpg")
    yield from stage.press(is_down=False)


def _end_of_body(stage: Stage) -> tuple[int, int]:
    """Position of the handle in the window [pixels]."""
    rig = bpy.context.object
    centre, axes, scale = ours("addon.overlays.read_figure").read_body(rig, rig.data.bones.active)
    radii = scale * np.array(rig.data.bones.active.spacetime.diameters) / 2
    place = ours("addon.overlays.gizmos").arrow_places(centre, axes, radii)[OUTER][:3, 3]
    return stage.pixel(place.tolist())


SIGHTS: dict[str, Callable[[Stage], Iterator[float]]] = {
    "window_ghost.jpg": ghost,
    "window_resize.jpg": resize,
}
PICTURES = tuple(SIGHTS)
