"""Solved motions on a generated control rig, whose constraints and controls pull at the bones that carry bodies."""

from dataclasses import replace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.write_motion import keyed_motion, previous_action
from bl_ext.user_default.spacetime_animator.addon.files.exporters import export_bvh, export_fbx, export_gltf
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.motion.read_sketch import read_sketch
from bl_ext.user_default.spacetime_animator.addon.overlays.read_figure import read_figure
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of, unskinned_ghosts
from bl_ext.user_default.spacetime_animator.addon.result.stripe import how_far_changed
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.rotations import (
    continuous_signs,
    quaternion_from_matrix,
    quaternion_product,
)

from tests.addon.read_back import MILLIMETRE, heads, newest, read_file
from tests.addon.rigs import begin_with, generated
from tests.support.joint_points import joint_points

FRAMES = (1, 12, 20)
STRETCH = 0.008  # m: Rigify's limbs stretch a little, with a shear that no key can show


@pytest.fixture
def shown(make_clip):
    """Give Rigify's control rig, its hips' control keyed by the artist, with a motion on its ghost."""

    def build():
        rig = generated("basic_human")
        bpy.ops.spacetime.fit_bodies()
        own = actions.new_action("Mine", rig.name)
        actions.assign(rig, own)
        lowered = np.array([[0.0, 0, 0], [0, 0, -0.3], [0, 0.2, -0.1]])  # the last is after the motion
        actions.add_curves(own, "torso", "location", np.array([1.0, 20.0, 40.0]), lowered)
        actions.add_curves(
            own, "hand_ik.L", "location", np.array([1.0, 20.0]), np.array([[0.0, 0, 0], [0, -0.1, -0.2]])
        )
        rig.spacetime.offset, rig.spacetime.bake_to = 0.0, "BONES"
        arrived(rig, make_clip(read_job(rig, bpy.context.scene)))

    rig = begin_with("shown_on_controls", build)
    return rig, rig.spacetime.pending, clip_of(rig.spacetime.pending)


def arrived(rig, clip):
    """A motion comes to the ghost as every solved one does."""
    session.wait(session.start_fetch(rig, clip.job, lambda: clip, settings={}))
    return rig.spacetime.pending


def bodies_apart(one, other, clip, *, frames=FRAMES):
    """How far a body's head is from the other armature's at most [m]."""
    found, names = heads(one, frames)
    expected, _ = heads(other, frames)
    bodies = [names.index(body.name) for body in clip.job.character.bodies]
    return np.linalg.norm(found - expected, axis=2)[:, bodies].max()


def gap(armature_object, clip, *, first=1):
    """The farthest that a bone's head is from where its body carries it, at some frames [m]."""
    found, names = heads(armature_object, [frame - 1 + first for frame in FRAMES])
    points = joint_points(clip)
    return max(
        np.linalg.norm(found[:, names.index(name)] - path[[frame - 1 for frame in FRAMES]], axis=1).max()
        for name, path in points.items()
    )


@pytest.mark.once
def test_ghost_shows_the_motion_whatever_the_controls_do(shown):
    rig, _action, clip = shown
    assert gap(ghost_of(rig), clip) < MILLIMETRE


@pytest.mark.once
def test_a_ghost_without_a_skin_shows_its_bodies_and_no_controls(shown):
    rig, _action, clip = shown
    ghost = ghost_of(rig)
    assert unskinned_ghosts(rig) == [ghost]
    bpy.context.scene.frame_set(12)
    found = sorted(map(tuple, read_figure(ghost).centres))
    assert np.abs(np.subtract(found, sorted(map(tuple, clip.motion.position[11])))).max() < MILLIMETRE
    assert tuple(ghost.pose.bones["torso"].custom_shape_scale_xyz) == (0.0, 0.0, 0.0)
    assert tuple(rig.pose.bones["torso"].custom_shape_scale_xyz) != (0.0, 0.0, 0.0)


@pytest.mark.once
def test_a_ghost_with_a_skin_shows_no_bodies(shown):
    rig, _action, _clip = shown
    rig.data.collections_all["DEF"].is_visible = True  # bones are thin
    assert unskinned_ghosts(rig) == [ghost_of(rig)]
    skin = bpy.data.objects.new("Skin", bpy.data.meshes.new("Skin"))
    skin.parent = ghost_of(rig)
    assert not unskinned_ghosts(rig)


@pytest.mark.once
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


@pytest.mark.once
def test_ghost_without_the_physics_stands_as_the_artist_posed_the_controls(shown):
    rig, action, clip = shown
    assert bodies_apart(ghost_of(rig), rig, clip) > 0.1
    rig.spacetime.blend = 0.0
    assert bodies_apart(ghost_of(rig), rig, clip) < STRETCH
    assert bodies_apart(ghost_of(rig), rig, clip, frames=[6, 17]) < STRETCH
    rig.spacetime.blend = 1.0
    assert gap(ghost_of(rig), clip) < MILLIMETRE
    assert previous_action(action).name == "Mine"


@pytest.mark.once
def test_motion_that_follows_the_controls_counts_as_keyed(shown):
    rig, action, clip = shown
    modes = {bone.name: bone.rotation_mode for bone in rig.pose.bones}
    bones = {body.name for body in clip.job.character.bodies}
    frames = np.arange(1.0, 21.0)
    assert (how_far_changed(keyed_motion(action), action, bones, modes, frames, scale=1.0) > 1).all()
    bpy.ops.spacetime.reject()
    span = (1, clip.n_frames)
    sketch = at_once(read_sketch(rig, bpy.context.scene, clip.job.character, span=span))
    rest = np.array([body.orientation for body in clip.job.character.bodies])
    turned = continuous_signs(quaternion_product(quaternion_from_matrix(sketch.turn), rest))
    job = replace(clip.job, drawn_bones=sketch.bones)  # bones between bodies follow the controls, too
    posed = replace(clip.motion, position=sketch.position, orientation=turned, drawn_bones=job.drawn_bones)
    same = arrived(rig, replace(clip, job=job, motion=posed))
    assert how_far_changed(keyed_motion(same), same, bones, modes, frames, scale=1.0).max() < 1


@pytest.mark.once
def test_accepted_motion_is_seen_and_the_rig_can_be_given_back(shown, capfd):
    rig, action, clip = shown
    before, _ = heads(rig, FRAMES)
    ruling = [constraint.mute for bone in rig.pose.bones for constraint in bone.constraints]
    bpy.ops.spacetime.accept()
    assert "constraints that would override it; press Restore Rig" in capfd.readouterr().out
    assert rig.animation_data.action == action
    assert gap(rig, clip) < MILLIMETRE
    bpy.ops.spacetime.give_back()
    assert [constraint.mute for bone in rig.pose.bones for constraint in bone.constraints] == ruling
    assert rig.animation_data.action.name == "Mine"
    after, _ = heads(rig, FRAMES)
    assert after == pytest.approx(before, abs=1e-5)
    assert [take.action for take in rig.spacetime.takes] == [action]
    with pytest.raises(RuntimeError, match="Nothing is turned off for a solved motion"):
        bpy.ops.spacetime.give_back()


def test_accepting_and_muting_are_one_undo_step(shown):
    name = shown[0].name
    bpy.ops.ed.undo_push(message="solved")
    bpy.ops.spacetime.accept()
    bpy.ops.ed.undo_push(message="accepted")  # what Blender does after an operator with UNDO
    bpy.ops.ed.undo()
    rig = bpy.data.objects[name]
    assert not rig.pose.bones["DEF-spine"].constraints[0].mute
    assert not len(rig.spacetime.taken_over)
    assert rig.animation_data.action.name == "Mine"
    assert ghost_of(rig) is not None


@pytest.mark.once
def test_accept_can_leave_the_constraints_and_tells_what_hides_the_motion(shown, capfd):
    rig, _action, clip = shown
    rig.spacetime.takes_over = False
    bpy.ops.spacetime.accept()
    told = capfd.readouterr().out
    assert "differs from the solved motion by" in told
    assert "because the constraint 'Copy Transforms' of 'DEF-" in told
    assert not len(rig.spacetime.taken_over)
    bpy.ops.spacetime.mend(kind="MUTE")
    assert gap(rig, clip) < MILLIMETRE


def test_snapped_frame_is_seen_between_the_artists_own(shown):
    rig, _action, clip = shown
    own, names = heads(rig, [1, 20, 40])
    bodies = [names.index(body.name) for body in clip.job.character.bodies]
    bpy.context.scene.frame_set(12)
    bpy.ops.spacetime.snap()
    assert rig.animation_data.action.name == "Mine snapped"
    assert bodies_apart(rig, ghost_of(rig), clip, frames=[12]) < MILLIMETRE
    after, _ = heads(rig, [1, 20, 40])
    assert np.linalg.norm(after - own, axis=2)[:, bodies].max() < STRETCH
    bpy.ops.spacetime.give_back()
    again, _ = heads(rig, [1, 20, 40])
    assert again == pytest.approx(own, abs=1e-5)


@pytest.mark.once
def test_what_is_blended_with_goes_with_its_take(shown):
    assert len(bpy.data.actions) == 3
    bpy.ops.spacetime.reject()
    assert sorted(bpy.data.actions.keys()) == ["Mine"]


@pytest.mark.once
def test_fingers_stay_on_the_hands_as_the_artist_posed_them(make_clip):
    rig = generated("human")
    bpy.ops.spacetime.fit_bodies()
    own = actions.new_action("Mine", rig.name)
    actions.assign(rig, own)
    curled = np.array([[1.0, 0, 0, 0], [0.8, 0.6, 0, 0]])
    actions.add_curves(own, "f_index.01.L", "rotation_quaternion", np.array([1.0, 20.0]), curled)
    rig.spacetime.offset, rig.spacetime.bake_to = 0.0, "BONES"

    def finger():
        bpy.context.scene.frame_set(20)
        hand, tip = (rig.pose.bones[f"DEF-{name}"].matrix for name in ("hand.L", "f_index.03.L"))
        return np.array(hand.inverted() @ tip)

    before = finger()
    arrived(rig, make_clip(read_job(rig, bpy.context.scene)))
    bpy.ops.spacetime.accept()
    assert finger() == pytest.approx(before, abs=2e-3)
