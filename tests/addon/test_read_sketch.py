"""An animator's keys become what the solver is told."""

import math

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.motion.read_keys import read_keys
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.motion.read_sketch import sketch_range
from bl_ext.user_default.spacetime_animator.solver.errors import InputError
from bl_ext.user_default.spacetime_animator.solver.job.constraints.pin import Pin
from bl_ext.user_default.spacetime_animator.solver.job.objectives.pose_closeness import PoseCloseness
from bl_ext.user_default.spacetime_animator.solver.mechanics.inverse_kinematics import coordinates
from bl_ext.user_default.spacetime_animator.solver.mechanics.kinematics import Kinematics
from bl_ext.user_default.spacetime_animator.solver.mechanics.tree import Tree

from tests.support.sketches import read


@pytest.fixture
def keyed(human):
    """The human: its hips sink by 0.2 m, its left knee bends by 1 rad and back; right leg and arms stay straight."""
    shin, hips, *others = (
        human.pose.bones[name] for name in ("shin.L", "spine", "thigh.R", "upper_arm.L", "upper_arm.R")
    )
    shin.rotation_mode = "XYZ"
    for frame, angle, height in ((1, 0.0, 0.0), (11, 1.0, -0.2), (21, 0.0, 0.0)):
        shin.rotation_euler.x, hips.location.y = angle, height
        shin.keyframe_insert("rotation_euler", frame=frame)
        hips.keyframe_insert("location", frame=frame)
        for other in others:
            other.keyframe_insert("rotation_quaternion", frame=frame)
    return human


def followed(job):
    """Ways of the bodies that are followed, by their names."""
    found = next(o for o in job.objectives if isinstance(o, PoseCloseness))
    return {drawn.body: drawn for drawn in found.bodies}


def curve(job, dof):
    """Values of a degree of freedom in the motion that is followed."""
    tree, ways, count = Tree(job.character), followed(job), round(job.timing.length * job.timing.fps) + 1
    rest = Kinematics(job.character).rest_axes
    found = [ways[body.name].spread(count, closed=False) for body in job.character.bodies]
    position = np.array([place for place, _ in found]).swapaxes(0, 1)
    turn = np.array([axes @ rest[b].T for b, (_, axes) in enumerate(found)]).swapaxes(0, 1)
    return coordinates(tree, position, turn)[:, tree.names.index(dof)]


def test_the_drawn_motion_is_the_sketch(keyed):
    scene = bpy.context.scene
    scene.frame_set(5)
    sketch = read(keyed)
    assert scene.frame_current == 5
    job = read_job(keyed, scene, sketch=sketch)
    assert job.timing.length == pytest.approx(20 / 24)
    assert job.cycle is None
    knee, hips = curve(job, "shin.L.rx"), curve(job, "root.tz")
    assert len(knee) == 21
    assert knee[[0, 10, 20]] == pytest.approx([0, 1, 0], abs=1e-5)
    scale = keyed.matrix_world.median_scale
    assert hips[10] - hips[0] == pytest.approx(-0.2 * scale, abs=0.02 * scale)  # the bone leans a little
    assert curve(job, "shin.R.rx") == pytest.approx(np.zeros(21), abs=1e-5)


def test_limbs_without_keys_are_free_but_where_the_whole_drawing_is_wanted(squatting):
    """A loop or a layer takes all bodies from the keys."""
    names = {body.name for body in read_job(squatting, bpy.context.scene).character.bodies}
    arms = {name for name in names if "arm" in name}
    for frees_limbs in (True, False):
        sketch = read(squatting, frees_limbs=frees_limbs)
        assert bool(sketch.loose) == frees_limbs
        left = names - set(followed(read_job(squatting, bpy.context.scene, sketch=sketch)))
        assert left == (arms if frees_limbs else set())


def test_the_moment_between_two_frames_is_where_it_was(keyed):
    scene = bpy.context.scene
    scene.frame_set(-3, subframe=0.25)
    read(keyed)
    assert scene.frame_current_final == pytest.approx(-2.75)


def test_extremes_are_pins_and_jitter_is_nothing(keyed):
    for each in keyed.animation_data.action.layers[0].strips[0].channelbags[0].fcurves:
        if "shin.L" in each.data_path:
            each.keyframe_points[1].type = "EXTREME"
        else:
            each.keyframe_points[1].type = "JITTER"
    job = read_job(keyed, bpy.context.scene, sketch=read(keyed))
    pins = {pin.dof: pin for pin in job.constraints if isinstance(pin, Pin)}
    assert pins["shin.L.rx"] == Pin(
        "shin.L.rx", 10, 10, pytest.approx(1.0, abs=1e-5), pytest.approx(1.0, abs=1e-5)
    )
    assert "root.tz" not in pins
    assert np.ptp(curve(job, "root.tz")) < 1e-6


def test_a_group_of_bones_has_its_own_say(keyed):
    settings = bpy.context.object.spacetime.motion.sketch
    legs = keyed.data.collections.new("legs")
    legs.assign(keyed.data.bones["shin.L"])
    row = settings.groups.add()
    row.name, row.use = "legs", "PIN"
    keys = read_keys(keyed, settings, {bone: frozenset({bone}) for bone in ("shin.L", "spine")}, 1, 21)
    assert [key.use for key in keys["shin.L"]] == ["pin"] * 3
    assert [key.use for key in keys["spine"]] == ["hint"] * 3
    row.use = "IGNORE"
    job = read_job(keyed, bpy.context.scene, sketch=read(keyed))
    assert "shin.L" not in followed(job)
    assert "shin.R" in followed(job)


def test_the_preview_range_is_the_sketch_where_one_is_set(keyed):
    scene = bpy.context.scene
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 6, 16
    assert sketch_range(keyed, scene) == (6, 16)
    assert len(read(keyed).frames) == 11


def test_an_armature_that_turns_turns_its_bodies(keyed):
    keyed.rotation_euler.z = math.pi / 2
    bpy.context.view_layer.update()
    job = read_job(keyed, bpy.context.scene, sketch=read(keyed))
    assert curve(job, "shin.L.rx")[10] == pytest.approx(1.0, abs=1e-5)
    assert np.abs(curve(job, "root.rz")).max() < 1e-5  # the rest pose turned with it


def test_nothing_keyed_and_too_little_keyed_are_told(human):
    with pytest.raises(InputError, match="has no keys to follow"):
        sketch_range(human, bpy.context.scene)
    human.pose.bones["spine"].keyframe_insert("location", frame=3)
    with pytest.raises(InputError, match="from frame 3 to 3; expected at least 4 frames"):
        sketch_range(human, bpy.context.scene)


def strip_of(rig, start):
    """Push the rig's action down to a strip."""
    data = rig.animation_data
    strip = data.nla_tracks.new().strips.new("Mine", start, data.action)
    data.action = None
    return strip


def key_frames(sketch, bone):
    return [sketch.frames[0] + key.frame for key in sketch.keys[bone]]


def test_animation_on_strips_alone_is_a_sketch(keyed):
    strip = strip_of(keyed, 101)
    strip.scale, strip.repeat = 0.5, 2.0
    assert bpy.ops.spacetime.make_physical.poll()
    sketch = read(keyed)
    assert sketch.frames[[0, -1]].tolist() == [101, 121]
    assert key_frames(sketch, "shin.L") == [101, 106, 111, 116, 121]
    knee = curve(read_job(keyed, bpy.context.scene, sketch=sketch), "shin.L.rx")
    assert knee[[0, 5, 10, 15, 20]] == pytest.approx([0, 1, 0, 1, 0], abs=1e-5)
    strip.mute = True
    with pytest.raises(InputError, match="no keys to follow"):
        sketch_range(keyed, bpy.context.scene)


def test_a_strip_played_backwards_has_its_keys_there(keyed):
    keyed.pose.bones["shin.L"].keyframe_insert("rotation_euler", frame=6)
    strip = strip_of(keyed, 1)
    strip.use_reverse = True
    assert key_frames(read(keyed), "shin.L") == [1, 11, 16, 21]


def test_keys_under_a_layer_that_hides_them_do_not_count(keyed):
    strip_of(keyed, 11)
    keyed.pose.bones["shin.L"].keyframe_insert("rotation_euler", frame=13)
    keyed.pose.bones["shin.L"].keyframe_insert("rotation_euler", frame=25)
    sketch = read(keyed)
    assert sketch.frames[[0, -1]].tolist() == [11, 31]
    assert key_frames(sketch, "spine") == [11, 21, 31]
    assert key_frames(sketch, "shin.L") == [11, 13, 25, 31]  # the one at 21 is hidden by the action
    keyed.animation_data.action_blend_type = "ADD"
    assert key_frames(read(keyed), "shin.L") == [11, 13, 21, 25, 31]
