"""A rig whose sides differ walks with Symmetric where they differ little, and without where they differ more."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.formats.pose_channels import rigid_motion

from tests.support.ipopt import needs_ipopt

EVEN, LITTLE, MORE = 1e-5, 4e-3, 0.05  # m


def shifted(rig, distance):
    """Move the left knee and toes, and fit the bodies to the bones."""
    bpy.ops.object.mode_set(mode="EDIT")
    bones = rig.data.edit_bones
    for name, way in (("shin.L", (0.3, 0.2, 1.0)), ("toe.L", (0.2, -1.0, 0.0))):
        way = np.array(way) / np.linalg.norm(way)
        bones[name].head += type(bones[name].head)(distance * way)
    bpy.ops.object.mode_set(mode="OBJECT")
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    return rig


@pytest.mark.parametrize(("distance", "is_symmetric"), [(EVEN, True), (LITTLE, True), (MORE, False)])
def test_a_preset_is_symmetric_where_the_rig_nearly_is(metarig, distance, is_symmetric, capfd):
    rig = shifted(metarig, distance)
    assert bpy.ops.spacetime.use_preset(preset="WALK") == {"FINISHED"}
    assert rig.spacetime.motion.is_mirrored == is_symmetric
    told = capfd.readouterr().out
    assert ("Symmetric is off: The body" in told) != is_symmetric
    assert ("found" in told and "mm" in told) != is_symmetric


@pytest.mark.once
@needs_ipopt
@pytest.mark.parametrize("distance", [EVEN, LITTLE])
def test_the_accepted_walk_is_of_the_rigs_own_bones(metarig, distance, capfd):
    rig = shifted(metarig, distance)
    bpy.context.scene.render.fps = 16
    bpy.ops.spacetime.use_preset(preset="WALK")
    try:
        assert bpy.ops.spacetime.solve(blocking=True, accept=True) == {"FINISHED"}
    finally:
        session.stop()
    clip, told = clip_of(rig.animation_data.action), capfd.readouterr().out
    assert "Solved." in told
    assert ("Left and right differ by up to" in told) == (distance == LITTLE)
    assert clip.motion.character == read_character(rig)
    for frame in range(clip.n_frames):
        bpy.context.scene.frame_set(1 + frame)
        for b, body in enumerate(clip.motion.character.bodies):
            bone = rig.data.bones[body.name]
            motion = rigid_motion(
                clip.motion.position[:, b], clip.motion.orientation[:, b], body.position, body.orientation
            )
            head = np.array(rig.matrix_world @ bone.head_local)
            found = np.array(rig.matrix_world @ rig.pose.bones[body.name].head)
            assert np.linalg.norm(motion.shift[frame] + motion.turn[frame] @ head - found) < 1e-4, body.name


@pytest.mark.once
@needs_ipopt
def test_only_the_limit_that_was_reached_is_blamed(human):
    """A motion that no limit ended is not said to have reached one."""
    bpy.context.scene.render.fps = 12
    human.spacetime.motion.is_mirrored = True
    human.spacetime.motion.max_iterations = 3
    with pytest.raises(RuntimeError, match="Stopped at the iteration or time limit"):
        bpy.ops.spacetime.solve(blocking=True)
    session.stop()
