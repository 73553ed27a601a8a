"""Undo meets the ghost that shows samples of a space."""

import bpy
from bl_ext.user_default.spacetime_animator.addon.spaces.session import spaces

from tests.support.ipopt import needs_ipopt
from tests.support.varied_motions import add, clips, lamp, shown, space

__all__ = ["lamp"]  # a fixture


@needs_ipopt
def test_undo_of_a_slider_whose_ghost_came_after_its_step(lamp, tmp_path):
    """Blender crashed: no undo step knew of the ghost's collection in a scene that undo left as it was."""
    add("SETTING", 0.5, 1.0, 0.5, setting="EFFORT", name="effort")
    clips().store = str(tmp_path / "clips.sqlite")
    assert bpy.ops.spacetime.generate_space(blocking=True) == {"FINISHED"}
    for name in ("long before", "before"):
        bpy.context.object["own"] = name
        bpy.ops.ed.undo_push(message=name)
    space().dimensions[0].at = 1.0
    bpy.ops.ed.undo_push(message="slider")
    spaces.wait()
    assert shown() == "Variation effort=1"
    bpy.context.view_layer.update()
    bpy.ops.ed.undo()
    bpy.context.view_layer.update()
    assert not shown()
    space().dimensions[0].at = 1.0
    spaces.wait()
    for name in ("one", "another"):
        bpy.context.object["own"] = name
        bpy.ops.ed.undo_push(message=name)
    bpy.ops.ed.undo()
    spaces.wait()
    assert shown() == "Variation effort=1"  # the sliders are where they were
    assert bpy.context.object.spacetime.ghost.animation_data.action["spacetime_preview"]
