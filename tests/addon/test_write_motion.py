"""A clip becomes an action that shows exactly the clip's motion."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.write_motion import previous_action
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.solver.errors import InputError
from bl_ext.user_default.spacetime_animator.solver.job.job import Job
from mathutils import Matrix

from tests.addon.rigs import add_root
from tests.support.joint_points import joint_points
from tests.support.written import write_motion

SINGLE_PRECISION = 1e-6  # m; Blender's own accuracy one metre from the origin
LEGS = 1e-5  # m; Blender's rest matrices of bones that point down are skewed by 6e-6


def largest_gap(armature_object, clip):
    """Largest distance between a joint of the clip and its bone's head over all frames [m]."""
    points = joint_points(clip)
    gap = 0.0
    for t in range(clip.n_frames):
        bpy.context.scene.frame_set(1 + t)
        for name, path in points.items():
            head = armature_object.matrix_world @ armature_object.pose.bones[name].head
            gap = max(gap, float(np.linalg.norm(np.array(head) - path[t])))
    return gap


@pytest.fixture
def clip(human, make_clip):
    return make_clip(read_job(human, bpy.context.scene))


def test_every_head_is_where_the_body_carries_it(human, clip):
    write_motion(clip, human)
    assert largest_gap(human, clip) < LEGS


def test_chain_is_as_exact_as_blender(chain, make_clip):
    bpy.ops.spacetime.fit_bodies()
    clip = make_clip(read_job(chain, bpy.context.scene))
    write_motion(clip, chain)
    assert largest_gap(chain, clip) < SINGLE_PRECISION


def test_object_that_stands_elsewhere_turned_and_scaled(human, make_clip):
    human.matrix_world = (
        Matrix.Translation((0.3, -0.2, 0.1)) @ Matrix.Rotation(0.7, 4, "Z") @ human.matrix_world
    )
    bpy.context.view_layer.update()
    clip = make_clip(read_job(human, bpy.context.scene))
    write_motion(clip, human)
    assert largest_gap(human, clip) < LEGS


@pytest.mark.parametrize("mode", ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX", "AXIS_ANGLE", "QUATERNION"])
def test_rotation_modes_stay_and_do_not_jump(human, clip, mode):
    for bone in human.pose.bones:
        bone.rotation_mode = mode
    action = write_motion(clip, human)
    assert {bone.rotation_mode for bone in human.pose.bones} == {mode}
    assert largest_gap(human, clip) < LEGS
    for curve in actions.curves_of(action):
        if "rotation" in curve.data_path:
            values = np.array([p.co.y for p in curve.keyframe_points])
            assert np.abs(np.diff(values)).max() < 2.0, curve.data_path  # a flip would be 3.1


def test_cycle_ends_where_it_begins_again_and_goes_on(human, clip):
    action = write_motion(clip, human)
    n, scene = clip.n_frames, bpy.context.scene
    assert action.use_cyclic
    assert tuple(action.frame_range) == (1, n + 1)
    travel = np.array(clip.job.cycle.translation)

    def heads(frame):
        scene.frame_set(frame)
        return np.array([human.matrix_world @ bone.head for bone in human.pose.bones])

    for frame in (1, 5):
        for repetition in (1, 2):
            moved = heads(frame + repetition * n) - heads(frame)
            assert moved == pytest.approx(np.broadcast_to(repetition * travel, moved.shape), abs=3e-6)


def test_travel_on_a_bone_above_the_hips(human, make_clip):
    add_root(human)
    clip = make_clip(read_job(human, bpy.context.scene))
    write_motion(clip, human, root_motion_bone="root")
    assert largest_gap(human, clip) < LEGS
    path = []
    for t in range(clip.n_frames + 1):
        bpy.context.scene.frame_set(1 + t)
        path.append(np.array(human.matrix_world @ human.pose.bones["root"].head))
    steps = np.diff(path, axis=0)
    assert steps == pytest.approx(
        np.broadcast_to(np.array(clip.job.cycle.translation) / clip.n_frames, steps.shape), abs=1e-5
    )


def test_bones_between_bodies_and_without_inheritance(human, make_clip):
    bones = human.data.bones
    bones["forearm.L"].use_inherit_rotation = False
    bones["thigh.R"].use_local_location = False
    bones["spine"].use_local_location = False
    human.pose.bones["spine.002"].rotation_quaternion = (0.9, 0.3, 0, 0)
    clip = make_clip(read_job(human, bpy.context.scene))
    write_motion(clip, human)
    assert largest_gap(human, clip) < LEGS


def test_own_action_is_untouched_and_can_be_found_again(human, clip):
    own = actions.new_action("Mine", human.name)
    actions.assign(human, own)
    actions.add_curves(own, "spine", "location", np.array([1.0, 9.0]), np.array([[1.0, 2, 3], [4, 5, 6]]))
    before = [[tuple(p.co) for p in curve.keyframe_points] for curve in actions.curves_of(own)]
    new = write_motion(clip, human)
    assert new is not own
    assert human.animation_data.action == new
    assert new.name == clip.name
    assert [[tuple(p.co) for p in curve.keyframe_points] for curve in actions.curves_of(own)] == before
    assert not own.use_fake_user
    assert own.users == 1  # the new action's note of it
    assert previous_action(new) == own


def test_other_bones_than_bodies_and_toes_have_no_keys(human, clip):
    action = write_motion(clip, human)
    keyed = {curve.data_path.split('"')[1] for curve in actions.curves_of(action)}
    assert keyed == {*(body.name for body in clip.job.character.bodies), "toe.L", "toe.R"}


def test_toes_that_the_artist_turns_keep_their_keys(human, clip):
    toe = human.pose.bones["toe.L"]
    toe.rotation_mode = "XYZ"
    human.pose.bones["toe.R"].keyframe_insert("rotation_quaternion", frame=1)  # keyed, but never turned
    for frame, angle in ((1, 0.0), (9, 0.4)):
        toe.rotation_euler.x = angle
        toe.keyframe_insert("rotation_euler", frame=frame)
    human.spacetime.motion.sketch.use = True
    action = write_motion(clip, human)
    angles = [curve.evaluate(9) for curve in actions.channel(action, "toe.L", "rotation_euler")]
    assert angles == pytest.approx([0.4, 0.0, 0.0])
    assert (
        len(actions.channel(action, "toe.R", "rotation_quaternion")[0].keyframe_points) == clip.n_frames + 1
    )


def test_curves_are_linear_one_key_per_frame(human, clip):
    action = write_motion(clip, human)
    for curve in actions.curves_of(action):
        assert [p.co.x for p in curve.keyframe_points] == list(range(1, clip.n_frames + 2))
        assert {p.interpolation for p in curve.keyframe_points} == {"LINEAR"}


def test_renamed_bone_is_told(human, clip):
    human.data.bones["shin.L"].name = "calf"
    with pytest.raises(InputError, match=r"no bone 'shin\.L'"):
        write_motion(clip, human)


def test_connected_root_is_told(human, make_clip):
    bpy.ops.object.mode_set(mode="EDIT")
    root = human.data.edit_bones.new("root")
    root.head, root.tail = (0, 0, 0), human.data.edit_bones["spine"].head
    human.data.edit_bones["spine"].parent, human.data.edit_bones["spine"].use_connect = root, True
    bpy.ops.object.mode_set(mode="OBJECT")
    clip = make_clip(read_job(human, bpy.context.scene))
    with pytest.raises(InputError, match="'spine' cannot travel while it is connected"):
        write_motion(clip, human)


def test_job_survives_its_file(human, tmp_path):
    job = read_job(human, bpy.context.scene)
    job.save(tmp_path / "job.json")
    assert Job.load(tmp_path / "job.json") == job
    fps = bpy.context.scene.render.fps
    assert job.timing.fps == fps
    assert round(job.timing.length * fps) == pytest.approx(job.timing.length * fps)
    assert job.cycle.translation == pytest.approx((0, -1.3 * job.timing.length, 0), abs=1e-6)
