"""What overlays hide and what they are seen through, as the gpu draws it; and views that show none."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.overlays import draw
from bl_ext.user_default.spacetime_animator.addon.overlays.drawing import (
    BODIES,
    GROUND,
    TOP,
    disc,
    ellipsoids,
    together,
)
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ensure_ghost
from mathutils import Matrix

SIZE = 32  # pixels
RED, BLUE = (1.0, 0.0, 0.0, 0.5), (0.0, 0.0, 1.0, 0.5)
NEARLY_TOUCHING = 0.1  # depth of a skin: what is drawn below lies at half of the view's
FROM_ABOVE = Matrix.Diagonal((1.0, 1.0, -1.0, 1.0))


@pytest.fixture
def on_the_gpu():
    """Give a function that draws before something at a depth, and returns the colour in the middle (4,)."""
    gpu = pytest.importorskip("gpu")
    if not hasattr(gpu, "init"):
        pytest.skip("this Blender draws on a screen only")
    gpu.init()
    screen = gpu.types.GPUOffScreen(SIZE, SIZE)

    def middle(drawing, depth=1.0):
        with screen.bind(), gpu.matrix.push_pop(), gpu.matrix.push_pop_projection():
            buffer = gpu.state.active_framebuffer_get()
            buffer.clear(color=(0, 0, 0, 0), depth=depth)
            gpu.matrix.load_matrix(Matrix.Identity(4))
            gpu.matrix.load_projection_matrix(FROM_ABOVE)
            draw.draw_in_world(drawing, (SIZE, SIZE))
            colours = buffer.read_color(0, 0, SIZE, SIZE, 4, 0, "FLOAT").to_list()
        return np.array(colours)[SIZE // 2, SIZE // 2]

    yield middle
    screen.free()


def ball(height, colour):
    return ellipsoids(np.array([[0, 0, height]]), np.eye(3)[None], np.full((1, 3), 0.2), np.array([colour]))


@pytest.mark.parametrize(("layer", "is_seen"), [(GROUND, False), (BODIES, True), (TOP, True)])
def test_only_what_lies_on_the_ground_is_hidden_by_a_skin(on_the_gpu, layer, is_seen):
    drawing = disc(np.zeros(3), 0.5, RED, layer=layer)
    assert on_the_gpu(drawing)[3] > 0
    assert (on_the_gpu(drawing, depth=NEARLY_TOUCHING)[3] > 0) == is_seen


def test_the_nearest_body_is_seen_alone_in_whichever_order_they_are_drawn(on_the_gpu):
    near, far = ball(0.5, RED), ball(-0.5, BLUE)
    seen = on_the_gpu(near)
    assert seen[0] > 0.2
    np.testing.assert_allclose(on_the_gpu(together([near, far])), seen, atol=0.01)
    np.testing.assert_allclose(on_the_gpu(together([far, near])), seen, atol=0.01)


def test_a_view_without_overlays_and_a_hidden_character_show_none(human):
    areas = bpy.context.window_manager.windows[0].screen.areas
    view = next(area for area in areas if area.type == "VIEW_3D").spaces[0]
    ghost = ensure_ghost(human)
    assert draw.is_seen(view, human)
    view.overlay.show_overlays = False
    assert not draw.is_seen(view, human)
    view.overlay.show_overlays = True
    human.hide_set(True)
    bpy.context.view_layer.update()
    assert not draw.is_seen(view, human)
    assert not draw.is_seen(view, None)
    assert draw.is_seen(view, human, ghost)  # a solved motion is on the ghost
