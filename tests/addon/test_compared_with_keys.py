"""Report and stripe compare a result with the keys as Blender shows them, every bone, whatever limits yield."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.read_sketch import read_sketch
from bl_ext.user_default.spacetime_animator.addon.overlays.shown import shown_stripe
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.result.panels.result import draw_result
from bl_ext.user_default.spacetime_animator.addon.result.stripe import CHANGED, SHIFT, TURN
from bl_ext.user_default.spacetime_animator.addon.result.widened_limits import widened_of
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.solver.analysis.departure import departures, faithfulness
from bl_ext.user_default.spacetime_animator.solver.rotations import angle_between
from mathutils import Matrix

from tests.support.panels import laid_out, words

FIRST, LAST = 10, 34  # frames of the keys


@pytest.mark.parametrize(
    ("keeps", "scale"),
    [
        pytest.param(False, 0.01, id="limits yield, in centimeters", marks=pytest.mark.once),
        pytest.param(True, 1.0, id="limits are kept"),
    ],
)
def test_report_and_stripe_say_how_far_every_bone_is_from_its_keys(squatting, keeps, scale):
    """A forearm, a hinge that bends one way, is keyed the wrong way by half a radian; the other arm rests."""
    in_units_of(squatting, scale)
    for name in ("upper_arm.R", "forearm.R"):  # without keys it would swing freely
        squatting.pose.bones[name].keyframe_insert("rotation_euler", frame=FIRST)
    forearm = squatting.pose.bones["forearm.L"]
    for frame, angle in ((FIRST, 0.0), (22, 0.5), (LAST, 0.0)):
        forearm.rotation_euler.x, forearm.rotation_euler.z = -angle, angle
        forearm.keyframe_insert("rotation_euler", frame=frame)
    squatting.spacetime.motion.sketch.keeps_limits = keeps
    bpy.ops.spacetime.make_physical(blocking=True)
    own, result = squatting.animation_data.action, squatting.spacetime.pending
    clip, stripe = clip_of(result), shown_stripe(squatting)

    bodies, bones = [], []  # of the keys, and of the result
    for action in (own, result):
        actions.assign(squatting, action)
        character = read_character(squatting)
        bodies.append(at_once(read_sketch(squatting, bpy.context.scene, character)))
        bones.append(posed(squatting))
    actions.assign(squatting, own)

    names = [body.name for body in character.bodies]
    away = np.linalg.norm(bodies[1].position - bodies[0].position, axis=-1)
    turned = angle_between(bodies[1].turn, bodies[0].turn)
    told = {each.body: each for each in departures(clip)}
    assert set(told) == set(names)
    for b, name in enumerate(names):
        assert told[name].distance == pytest.approx(away[:, b].max(), abs=1e-4)
        assert told[name].angle == pytest.approx(turned[:, b].max(), abs=1e-3)
    assert faithfulness(clip).mean_distance == pytest.approx(away.mean(), abs=1e-4)

    shift = np.linalg.norm(bones[1][..., :3, 3] - bones[0][..., :3, 3], axis=-1) * scale
    turn = angle_between(bones[1][..., :3, :3], bones[0][..., :3, :3])
    changed = ((shift > SHIFT) | (turn > TURN)).any(1)
    assert [stripe.first + k * stripe.per_frame for k in (0, len(stripe.states) - 1)] == [FIRST, LAST]
    assert (stripe.states == CHANGED).tolist() == changed.tolist()
    assert changed[22 - FIRST] or not keeps
    assert bool(widened_of(result)) != keeps
    assert "joints and limits: " in words(
        laid_out(lambda layout: draw_result(layout, squatting, bpy.context.scene))
    )


def in_units_of(rig, scale):
    """The same character and motion in an object of another scale, as other programs export it."""
    for bone_curve in actions.curves_of(rig.animation_data.action):
        if bone_curve.data_path.endswith("location"):
            for point in bone_curve.keyframe_points:
                point.co.y /= scale
            bone_curve.update()
    rig.data.transform(Matrix.Scale(1 / scale, 4))
    rig.scale *= scale
    bpy.context.view_layer.update()
    bpy.ops.spacetime.fit_bodies()


def posed(rig):
    """Matrices (N, K, 4, 4) of all bones in their parents' axes, at each frame of the keys."""
    found = []
    for frame in range(FIRST, LAST + 1):
        bpy.context.scene.frame_set(frame)
        found.append([np.array(bone.matrix_basis) for bone in rig.pose.bones])
    return np.array(found)
