"""Armatures that move by themselves (keyed, on a moving parent, held, driven): motions stand where they were solved."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.object_trajectory import FollowedObject
from bl_ext.user_default.spacetime_animator.addon.blender.rest_pose import place_of
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.files.exporters import EXPORTERS
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.motion.read_sketch import read_sketch
from bl_ext.user_default.spacetime_animator.addon.overlays.shown import shown
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.solve.live_preview import GhostPreview

from tests.addon.read_back import MILLIMETRE, heads, newest, read_file
from tests.support.joint_points import joint_points

FRAMES = (1, 8, 15, 21)
READ_AT = 4  # where the timeline stands when the solve begins


def keyed(rig):
    """The artist's own action moves and turns the object."""
    rig.rotation_mode = "XYZ"
    for frame, y, turn in ((1, 0.0, 0.0), (21, -2.0, 1.2)):
        rig.location.y, rig.rotation_euler.z = y, turn
        rig.keyframe_insert("location", frame=frame)
        rig.keyframe_insert("rotation_euler", frame=frame)


def carried(rig):
    """A keyed parent whose parent is keyed too."""
    cart, road = (bpy.data.objects.new(name, None) for name in ("Cart", "Road"))
    for each in (cart, road):
        bpy.context.collection.objects.link(each)
    rig.parent, cart.parent = cart, road
    for each, path, ends in ((cart, "location", (0.0, -2.0)), (road, "rotation_euler", (0.0, 0.8))):
        for frame, value in zip((1, 21), ends, strict=True):
            getattr(each, path)[2 if path == "rotation_euler" else 1] = value
            each.keyframe_insert(path, frame=frame)


def held(rig):
    """A constraint that follows another object."""
    guide = bpy.data.objects.new("Guide", None)
    bpy.context.collection.objects.link(guide)
    for frame, place in ((1, (0.0, 0.0, 0.0)), (21, (1.0, -2.0, 0.3))):
        guide.location = place
        guide.keyframe_insert("location", frame=frame)
    rig.constraints.new("COPY_LOCATION").target = guide


def driven(rig):
    """A driver on the object."""
    curve = rig.driver_add("location", 1)
    curve.driver.expression = "-0.1 * frame"


@pytest.fixture(params=[keyed, carried, held, driven])
def mover(request, human):
    """A human with a keyed pose whose object moves by itself, between two of its frames."""
    own = actions.new_action("Mine", human.name)
    actions.assign(human, own)
    frames = np.array([1.0, 21.0])
    actions.add_curves(own, "spine", "location", frames, np.array([[0.0, 0, 0], [0, 0.2, 0.1]]))
    actions.add_curves(
        own, "thigh.L", "rotation_quaternion", frames, np.array([[1.0, 0, 0, 0], [0.9, 0.4, 0, 0]])
    )
    request.param(human)
    human.spacetime.offset = 0.0
    bpy.context.scene.frame_set(READ_AT)
    return human


@pytest.fixture
def solved(mover, make_clip):
    """The same with a motion on its ghost that arrives as every solved motion does, and the motion."""
    clip = make_clip(read_job(mover, bpy.context.scene))
    session.wait(session.start_fetch(mover, clip.job, lambda: clip, settings={}))
    assert mover.spacetime.pending is not None
    return mover, clip


def gap(armature_object, clip, *, first=1, frames=FRAMES):
    """The farthest that a bone's head is from where its body carries it in the world, at some frames [m]."""
    found, names = heads(armature_object, [frame - 1 + first for frame in frames])
    names = [name.replace("_", ".") for name in names]  # which USD has instead
    return max(
        np.linalg.norm(
            found[:, names.index(name.replace("_", "."))] - path[[frame - 1 for frame in frames]], axis=1
        ).max()
        for name, path in joint_points(clip).items()
    )


def keys(action):
    return {
        (c.data_path, c.array_index): [tuple(p.co) for p in c.keyframe_points]
        for c in actions.curves_of(action)
    }


def test_ghost_stands_where_the_motion_was_solved(solved):
    rig, clip = solved
    assert gap(ghost_of(rig), clip) < MILLIMETRE


@pytest.mark.once
def test_ghost_without_the_physics_is_the_artists_own_motion(solved):
    rig, _ = solved
    own, names = heads(rig, FRAMES)
    rig.spacetime.blend = 0.0
    seen, _ = heads(ghost_of(rig), FRAMES)
    assert np.abs(seen - own).max() < MILLIMETRE, names


@pytest.mark.once
@pytest.mark.parametrize("frame", [1, 15])
def test_accepted_motion_stands_there_too(solved, frame):
    rig, clip = solved
    own = rig.animation_data.action
    before = keys(own)
    bpy.context.scene.frame_set(frame)
    bpy.ops.spacetime.accept()
    assert rig.animation_data.action != own
    assert gap(rig, clip) < MILLIMETRE
    assert keys(own) == before
    bpy.ops.spacetime.show_take()  # again, over the accepted one
    assert gap(ghost_of(rig), clip) < MILLIMETRE


def test_snapped_frame_stands_there_too(solved):
    rig, clip = solved
    bpy.context.scene.frame_set(15)
    bpy.ops.spacetime.snap()
    bpy.ops.spacetime.reject()
    assert gap(rig, clip, frames=[15]) < MILLIMETRE


@pytest.mark.once
def test_physics_is_drawn_where_the_motion_is(solved):
    rig, _ = solved
    for frame in FRAMES:
        bpy.context.scene.frame_set(frame)
        assert shown(rig, frame).matrix == pytest.approx(np.eye(4), abs=1e-4)


def test_where_the_timeline_stands_does_not_matter_if_the_object_moves_later(human, make_clip):
    for frame, y in ((30, 0.0), (40, -2.0)):
        human.location.y = y
        human.keyframe_insert("location", frame=frame)
    human.spacetime.offset = 0.0
    bpy.context.scene.frame_set(40)
    clip = make_clip(read_job(human, bpy.context.scene))
    session.wait(session.start_fetch(human, clip.job, lambda: clip, settings={}))
    assert gap(ghost_of(human), clip) < MILLIMETRE
    bpy.ops.spacetime.accept()
    assert gap(human, clip) < MILLIMETRE


def test_preview_stands_there_already(mover, make_clip):
    clip = make_clip(read_job(mover, bpy.context.scene))
    place = place_of(mover)
    preview = GhostPreview(place, "", 1)
    preview.following = FollowedObject(place, first_frame=1, seconds=clip.motion.step * clip.n_frames)
    preview.ask(7, clip.job, lambda: clip.motion)
    while preview.is_busy:
        preview.pump(mover, 0.01)
    assert preview.shown == 7
    assert gap(ghost_of(mover), clip) < MILLIMETRE
    preview.end(mover)


@pytest.mark.once
def test_sketch_is_where_the_character_is_seen(mover):
    scene = bpy.context.scene
    character = read_character(mover)
    sketch = at_once(read_sketch(mover, scene, character))
    rest = {body.name: np.array(body.position) for body in character.bodies}
    found, names = heads(mover, sketch.frames.tolist())
    scene.frame_set(READ_AT)
    place = mover.matrix_world
    for b, body in enumerate(character.bodies):
        head = np.array(place @ mover.data.bones[body.name].head_local)
        carried_head = sketch.position[:, b] + sketch.turn[:, b] @ (head - rest[body.name])
        assert np.abs(carried_head - found[:, names.index(body.name)]).max() < MILLIMETRE


@pytest.mark.parametrize(
    ("mover", "kind", "read", "first"),
    [
        (held, "FBX", "fbx", 1),
        pytest.param(held, "BVH", "bvh", 1, marks=pytest.mark.once),
        pytest.param(held, "GLTF", "gltf", 0, marks=pytest.mark.once),
        pytest.param(held, "USD", "usd", 1, marks=pytest.mark.once),
        (driven, "FBX", "fbx", 1),
        pytest.param(keyed, "GLTF", "gltf", 0, marks=pytest.mark.once),
        pytest.param(carried, "BVH", "bvh", 1, marks=pytest.mark.once),
    ],
    indirect=["mover"],
)
def test_files_have_the_motion_where_it_was_solved(solved, tmp_path, kind, read, first):
    rig, clip = solved
    action, (export, suffix) = rig.spacetime.pending, EXPORTERS[kind]
    before, _ = heads(rig, FRAMES)
    names = sorted(bpy.data.actions.keys())
    export(rig, action, tmp_path / f"walk{suffix}")
    assert sorted(bpy.data.actions.keys()) == names
    after, _ = heads(rig, FRAMES)
    assert after == pytest.approx(before, abs=1e-6)
    known = set(bpy.data.objects)
    read_file(tmp_path / f"walk{suffix}", read)
    assert gap(newest(known), clip, first=first) < MILLIMETRE
