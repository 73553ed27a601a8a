"""Accepted on a control rig, a motion is the ghost's in every frame, with NLA beneath and constraints that move."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.solve import session

from tests.addon.control_rigs import hand_made, stretched
from tests.addon.rig_setups import FIRST, LAST, carrier, strip_of

FAR, TURNED = 2e-3, 1.0  # m and degrees


def keyed(rig, control, angle=0.3):
    """An action of the artist that turns a control, of which a rig has one by this name."""
    own = actions.new_action("Mine", rig.name)
    rig.pose.bones[control].rotation_mode = "XYZ"
    values = angle * np.array([[0.0, 0, 1.0], [0.5, 0, 0]])
    actions.add_curves(own, control, "rotation_euler", np.array([FIRST, LAST], float), values)
    return own


def on_strips(rig, control, _hips):
    strip_of(rig, keyed(rig, control))


def weak_over_strips(rig, control, _hips):
    strip_of(rig, keyed(rig, control))
    actions.assign(rig, keyed(rig, control, -0.5))
    rig.animation_data.action_influence, rig.animation_data.action_blend_type = 0.5, "COMBINE"


def hips_on_a_moving_object(rig, control, hips):
    actions.assign(rig, keyed(rig, control))
    held = rig.pose.bones[hips].constraints.new("CHILD_OF")
    held.target = carrier((0.02, 0.0, 0.0))


def driven_control(rig, control, _hips):
    actions.assign(rig, keyed(rig, control))
    rig.driver_add(f'pose.bones["{control}"].location', 2).driver.expression = "frame / 100"


@pytest.mark.parametrize("set_up", [on_strips, weak_over_strips, hips_on_a_moving_object, driven_control])
@pytest.mark.parametrize(
    ("build", "control", "hips"),
    [(hand_made, "Body", "Hips"), (stretched, "c_root.x", "root.x")],
)
def test_accepted_on_controls_or_bones_it_is_the_ghost(make_clip, build, control, hips, set_up, capfd):
    rig = build()
    bpy.ops.spacetime.fit_bodies()
    bpy.context.scene.render.fps, rig.spacetime.motion.length = 12, 0.5
    set_up(rig, control, hips)
    bpy.context.scene.frame_set(FIRST)
    clip = make_clip(read_job(rig, bpy.context.scene))
    session.wait(session.start_fetch(rig, clip.job, lambda: clip, settings={}))
    names, frames = [body.name for body in clip.job.character.bodies], range(FIRST, FIRST + clip.n_frames)
    wanted = poses(rig.spacetime.ghost, names, frames)
    capfd.readouterr()
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    assert "differs" not in capfd.readouterr().out
    seen = poses(rig, names, frames)
    assert np.linalg.norm(seen[..., :3, 3] - wanted[..., :3, 3], axis=-1).max() < FAR
    trace = np.einsum("fbij,fbij->fb", seen[..., :3, :3], wanted[..., :3, :3])
    assert np.degrees(np.arccos(np.clip((trace - 1) / 2, -1, 1))).max() < TURNED


def poses(rig, names, frames):
    """Poses (F, B, 4, 4) of bones in the armature, as Blender shows them, with unit axes."""
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        found.append([np.array(rig.pose.bones[name].matrix) for name in names])
    found = np.array(found)
    found[..., :3, :3] /= np.linalg.norm(found[..., :3, :3], axis=-2, keepdims=True)
    return found
