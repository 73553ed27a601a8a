"""Solved motions on a generated control rig, whose constraints and controls pull at the bones that carry bodies."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.armature import actions, write_motion
from bl_ext.user_default.spacetime_animator.addon.armature.rest_pose import place_of
from bl_ext.user_default.spacetime_animator.addon.files.exporters import export_bvh, export_fbx, export_gltf
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.result import clip_on_action, review
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.solver.motion.armature_motion import armature_channels

from tests.addon.read_back import MILLIMETRE, heads, newest, read_file
from tests.addon.rigs import generated
from tests.addon.test_write_motion import joint_points

FRAMES = (1, 12, 20)


@pytest.fixture
def shown(make_clip):
    """Give Rigify's control rig, its hips' control keyed by the artist, with a motion on its ghost."""
    rig = generated("basic_human")
    bpy.ops.spacetime.fit_bodies()
    own = actions.new_action("Mine", rig.name)
    actions.assign(rig, own)
    actions.add_curves(own, "torso", "location", np.array([1.0, 20.0]), np.array([[0.0, 0, 0], [0, 0, -0.3]]))
    clip = make_clip(read_job(rig, bpy.context.scene))
    action = write_motion.begin_action(clip, rig)
    channels = armature_channels(clip, write_motion.plan_motion(clip.job, rig))
    for _ in write_motion.write_channels(clip, action, channels):
        pass
    for _ in write_motion.fit_to_source(action, rig):
        pass
    clip_on_action.remember(action, clip.to_bytes(), place=place_of(rig), settings={})
    rig.spacetime.offset = 0.0
    review.propose(rig, action)
    return rig, action, clip


def gap(armature_object, clip, *, first=1):
    """The farthest that a bone's head is from where its body carries it, at some frames [m]."""
    found, names = heads(armature_object, [frame - 1 + first for frame in FRAMES])
    points = joint_points(clip)
    return max(
        np.linalg.norm(found[:, names.index(name)] - path[[frame - 1 for frame in FRAMES]], axis=1).max()
        for name, path in points.items()
    )


def test_ghost_shows_the_motion_whatever_the_controls_do(shown):
    rig, _action, clip = shown
    assert gap(ghost_of(rig), clip) < MILLIMETRE


@pytest.mark.parametrize(
    ("export", "read", "suffix", "first"),
    [(export_bvh, "bvh", ".bvh", 1), (export_fbx, "fbx", ".fbx", 1), (export_gltf, "gltf", ".glb", 0)],
)
def test_files_have_the_motion_and_the_rig_stays_as_it_is(shown, tmp_path, export, read, suffix, first):
    rig, action, clip = shown
    before, _ = heads(rig, FRAMES)
    constraints = [constraint.mute for bone in rig.pose.bones for constraint in bone.constraints]
    export(rig, action, tmp_path / f"walk{suffix}")
    assert constraints == [constraint.mute for bone in rig.pose.bones for constraint in bone.constraints]
    after, _ = heads(rig, FRAMES)
    assert after == pytest.approx(before, abs=1e-6)
    known = set(bpy.data.objects)
    read_file(tmp_path / f"walk{suffix}", read)
    assert gap(newest(known), clip, first=first) < MILLIMETRE


def test_accept_tells_what_hides_the_motion(shown, capfd):
    bpy.ops.spacetime.accept()
    assert (
        "The constraint 'Copy Transforms' of 'DEF-spine' overrides the motion; mute it"
        in capfd.readouterr().out
    )
    rig, _action, clip = shown
    bpy.ops.spacetime.mend(kind="MUTE")
    assert gap(rig, clip) < MILLIMETRE
