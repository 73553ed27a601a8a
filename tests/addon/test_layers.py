"""An arm that salutes while the rest walks on: two strips at the same time, with the real solver."""

from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.library.panels.library import SPACETIME_PT_graph
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.motion.pieces import piece

from tests.support.ipopt import needs_ipopt
from tests.support.panels import laid_out, refusal, words

pytestmark = needs_ipopt
ARM = ("upper_arm.R", "forearm.R")
RAISED = {"upper_arm.R": (0.3, 0.2, -1.0), "forearm.R": (1.4, 0.0, 0.0)}
FPS, BEGINS, LASTS, EASE = 20, 41, 30, 8  # frames


@pytest.fixture
def walker(human):
    """Give a human with a walk as its lower strip, four laps of it, and an arm's collection."""
    bpy.context.scene.render.fps = FPS
    human.spacetime.motion.motion_name = "Walk"
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    walk = human.spacetime.pending
    human.spacetime.takes[-1].is_starred = True  # else it leaves the list
    bpy.ops.spacetime.reject()
    arm = human.data.collections.new("Saluting Arm")
    for bone in ARM:
        arm.assign(human.data.bones[bone])
    strip = lay(human, walk, 11)
    strip.repeat = 4
    human.spacetime.library.upper_bones, human.spacetime.library.ease = arm.name, EASE / FPS
    yield human
    session.stop()


def lay(rig, action, frame):
    """Add a selected strip on a new track."""
    strip = rig.animation_data_create().nla_tracks.new().strips.new(action.name, frame, action)
    strip.select = True
    return strip


def salute(rig):
    """Key an arm that is raised and held, and lay it above what there is."""
    for bone, angles in RAISED.items():
        posed = rig.pose.bones[bone]
        posed.rotation_mode = "XYZ"
        posed.rotation_euler = angles
        for frame in (1, 1 + LASTS):
            posed.keyframe_insert("rotation_euler", frame=frame)
        posed.rotation_mode = "QUATERNION"  # as walks are keyed
        posed.rotation_quaternion = posed.rotation_euler.to_quaternion()
        for frame in (1, 1 + LASTS):
            posed.keyframe_insert("rotation_quaternion", frame=frame)
    action = rig.animation_data.action
    action.name = "Salute"
    rig.animation_data.action = None
    return lay(rig, action, BEGINS)


def turns(motion, body):
    """(N, 3, 3) of a body relative to the chest."""
    names = [each.name for each in motion.character.bodies]
    return np.swapaxes(motion.turn[:, names.index("spine.003")], 1, 2) @ motion.turn[:, names.index(body)]


def angles(a, b):
    """Between turns [degrees]."""
    return np.degrees(
        np.arccos(np.clip((np.trace(np.swapaxes(a, 1, 2) @ b, axis1=1, axis2=2) - 1) / 2, -1, 1))
    )


@pytest.mark.once
def test_the_arm_salutes_and_all_else_walks_on(walker):
    walk = clip_of(walker.spacetime.takes[-1].action)
    salute(walker)
    panel = laid_out(lambda layout: SPACETIME_PT_graph.draw(SimpleNamespace(layout=layout), bpy.context))
    assert "Selected strips: Salute on top of Walk" in words(panel)
    assert bpy.ops.spacetime.join(blocking=True) == {"FINISHED"}
    action = walker.spacetime.pending
    clip = clip_of(action)
    assert action.name == "Walk with Salute"
    assert clip.provenance.solved
    assert clip.report.linear_residual < 1e-5
    assert clip.report.slide < 1e-3
    assert action.frame_range[0] == 11
    walked = piece(walk.motion, 0, clip.n_frames)
    off = {
        body.name: angles(turns(clip.motion, body.name), turns(walked, body.name))
        for body in clip.job.character.bodies
        if body.name not in (*ARM, "hand.R", "spine.003")
    }
    assert np.sqrt(np.mean([each**2 for each in off.values()])) < 1.5
    begin = BEGINS - 11
    held = turns(clip.motion, "forearm.R")[begin : begin + LASTS]
    assert np.sqrt((angles(held, np.broadcast_to(held[LASTS // 2], held.shape)) ** 2).mean()) < 3
    assert angles(turns(walked, "forearm.R")[begin : begin + LASTS], held).min() > 30
    after = slice(begin + LASTS + EASE + 1, None)  # at the very end of the gap nothing is defined yet
    assert (
        np.sqrt(
            (angles(turns(clip.motion, "forearm.R")[after], turns(walked, "forearm.R")[after]) ** 2).mean()
        )
        < 1.5
    )


@pytest.mark.once
def test_a_solved_motion_may_be_the_upper_one(walker):
    walker.spacetime.motion.motion_name = "Other"
    walker.spacetime.motion.speed = 0.9
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    lay(walker, walker.spacetime.pending, BEGINS)
    assert bpy.ops.spacetime.join(blocking=True) == {"FINISHED"}
    clip = clip_of(walker.spacetime.pending)
    assert walker.spacetime.pending.name == "Walk with Other"
    assert clip.provenance.solved


def test_what_bones_are_meant_must_be_known(walker):
    salute(walker)
    library, collections = walker.spacetime.library, walker.data.collections
    library.upper_bones = ""
    assert "Choose the bone collection that the upper strip moves" in refusal("join")
    for bone, told in (
        ("spine", "has 'spine', the root of all other bones"),
        ("breast.L", "no bone with a body"),
    ):
        chosen = collections.new(bone)
        chosen.assign(walker.data.bones[bone])
        library.upper_bones = chosen.name
        with pytest.raises(RuntimeError, match=told):
            bpy.ops.spacetime.join(blocking=True)
