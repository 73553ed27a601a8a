"""The manual's first motion graph in five steps, pressed as they stand there, in Blender's own first scene."""

import math

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender.ground_path import ground_path

from tests.addon.read_back import heads
from tests.support.ipopt import needs_ipopt
from tests.support.panels import refusal


@pytest.mark.once
@needs_ipopt
def test_the_manual_leads_from_an_example_to_a_walk_along_a_curve(tmp_path):
    bpy.ops.wm.read_homefile(use_empty=False)
    spacetime = bpy.ops.spacetime
    assert spacetime.add_example(example="HUMAN") == {"FINISHED"}
    human = bpy.context.object
    motion, library = human.spacetime.motion, human.spacetime.library
    bpy.context.scene.render.fps = 12  # half of the first scene's, to be quick
    assert spacetime.solve(blocking=True) == {"FINISHED"}
    motion.is_mirrored = False
    for motion.turn in (math.radians(30), math.radians(-30)):
        assert spacetime.solve(blocking=True) == {"FINISHED"}
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "first.blend"))
    assert spacetime.build_graph(blocking=True) == {"FINISHED"}
    assert library.told.startswith("3 motions, ")
    bpy.ops.curve.primitive_bezier_curve_add()
    way = bpy.context.object
    way.scale = (4, 4, 4)
    assert "Select an armature first" in refusal("follow_curve")
    bpy.context.view_layer.objects.active = human
    library.curve = way
    bpy.context.view_layer.update()
    assert spacetime.follow_curve(blocking=True) == {"FINISHED"}
    assert spacetime.accept() == {"FINISHED"}
    action = human.animation_data.action
    assert action.name.startswith("Along ")
    places, names = heads(human, range(1, round(action.frame_range[1]) + 1))
    hips, path = places[:, names.index("hips"), :2], ground_path(way)
    off = np.linalg.norm(hips[:, None] - path[None], axis=-1).min(1)
    assert math.sqrt((off**2).mean()) < 0.25
    assert np.linalg.norm(hips[-1] - path[-1]) < 1.0
