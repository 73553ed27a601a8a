"""Two people and a ball in one armature: each moves by itself, and the ball goes from hand to hand."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.hand_over import GIVER, TAKER, two_people
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.result.review import accepted
from bl_ext.user_default.spacetime_animator.solver.errors import InputError

from tests.addon.read_back import MILLIMETRE
from tests.support.joint_points import joint_points

HANDS = [f"{who}.forearm.R" for who in (GIVER, TAKER)]


@pytest.fixture
def pair():
    """Give the armature, at a coarse rate."""
    bpy.context.scene.render.fps = 6
    assert bpy.ops.spacetime.add_example(example="PAIR") == {"FINISHED"}
    bpy.context.view_layer.update()
    return bpy.context.object


def tip(rig, bone):
    return np.array(rig.matrix_world @ rig.pose.bones[bone].tail)


def test_each_is_a_tree_of_its_own(pair):
    found, expected = read_character(pair), two_people()
    assert [root.body for root in found.roots] == [root.body for root in expected.roots]
    assert {(joint.body_a, joint.body_b) for joint in found.joints} == {
        (joint.body_a, joint.body_b) for joint in expected.joints
    }
    assert found.others[0].limits  # the taker stands as the giver does
    assert not found.others[1].limits  # a ball may turn any way
    pair.data.bones["prop.ball"].spacetime.is_root = False
    with pytest.raises(
        InputError, match=r"'prop.ball' below 'anna.hips', remove its body, or enable Moves by"
    ):
        read_character(pair)


@pytest.mark.once
def test_the_ball_goes_from_hand_to_hand(pair):
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    clip = clip_of(accepted(pair))
    assert clip.provenance.solved
    assert clip.report.linear_residual < 1e-5
    assert clip.report.angular_residual < 1e-3
    assert clip.report.slide < 1e-3
    points = joint_points(clip)
    for frame in (1, 6, 13):
        bpy.context.scene.frame_set(frame)
        for name, path in points.items():
            head = np.array(pair.matrix_world @ pair.pose.bones[name].head)
            assert np.linalg.norm(head - path[frame - 1]) < MILLIMETRE, name
    for frame, near, far in ((2, *HANDS), (12, *HANDS[::-1])):
        bpy.context.scene.frame_set(frame)
        assert np.linalg.norm(tip(pair, "prop.ball") - tip(pair, near)) < 2 * MILLIMETRE
        assert np.linalg.norm(tip(pair, "prop.ball") - tip(pair, far)) > 0.2
