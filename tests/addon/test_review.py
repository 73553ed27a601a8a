"""A motion on the ghost, and what the artist may decide: offset, blend, Snap, Accept, Reject."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.write_motion import previous_action
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.result import review
from bl_ext.user_default.spacetime_animator.addon.result.ghost import COLLECTION, ghost_of, making_bare_copy
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once

from tests.addon.read_back import heads
from tests.addon.rigs import tweak_strip
from tests.support.written import write_motion

FRAMES = (1, 7, 20)


@pytest.fixture
def shown(human, make_clip):
    """Give a human with keys of its own and a skin, and another motion on its ghost."""
    own = actions.new_action("Mine", human.name)
    actions.assign(human, own)
    frames, ones = np.array([1.0, 20.0]), np.ones((2, 1))
    turned = np.array([[1.0, 0, 0, 0], [0.9, 0.3, 0.3, 0.1]])
    # the other sign, same rotation
    actions.add_curves(own, "thigh.L", "rotation_quaternion", frames, -turned)
    actions.add_curves(own, "face", "location", frames, np.array([[0.0, 0, 0], [0, 0, 0.1]]))
    actions.add_curves(own, "spine", "scale", frames, ones * [1, 1, 1])
    mesh = bpy.data.meshes.new("Skin")
    mesh.from_pydata([(0, 0, 0), (0, 0, 1), (0, 1, 1)], [], [(0, 1, 2)])
    skin = bpy.data.objects.new("Skin", mesh)
    bpy.context.collection.objects.link(skin)
    skin.parent = human
    skin.vertex_groups.new(name="spine").add([0, 1, 2], 1.0, "REPLACE")
    skin.modifiers.new("Rig", "ARMATURE").object = human
    action = write_motion(make_clip(read_job(human, bpy.context.scene)), human)
    actions.assign(human, own)
    at_once(review.proposing(human, action))
    return human, own, action


def keys(action):
    return {
        (c.data_path, c.array_index): [tuple(p.co) for p in c.keyframe_points]
        for c in actions.curves_of(action)
    }


def test_ghost_plays_the_motion_beside_the_character_with_its_skin(shown):
    human, own, action = shown
    ghost = ghost_of(human)
    assert human.animation_data.action == own
    assert ghost.data == human.data
    assert ghost.hide_select
    skin = next(child for child in ghost.children if child.type == "MESH")
    assert skin.data == bpy.data.meshes["Skin"]
    assert [m.object for m in skin.modifiers if m.type == "ARMATURE"] == [ghost]
    found, names = heads(ghost, FRAMES)
    actions.assign(human, action)
    expected, _ = heads(human, FRAMES)
    # one metre along its own X
    side = np.array(human.matrix_world.col[0][:3]) / human.matrix_world.to_scale().x
    assert found - expected == pytest.approx(np.broadcast_to(side, found.shape), abs=2e-5), names
    actions.assign(human, own)
    human.spacetime.offset = 0.0
    bpy.context.view_layer.update()
    assert ghost.matrix_world.translation == human.matrix_world.translation


def test_the_skin_is_seen_through_in_the_ghosts_tint_and_the_mesh_is_left_alone(shown):
    human, _own, _action = shown
    skin = next(child for child in ghost_of(human).children if child.type == "MESH")
    mesh = skin.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    (material,) = (each for each in mesh.materials if each is not None)
    assert material.diffuse_color[:] == pytest.approx(ghost_of(human).color[:])
    assert material.surface_render_method == "BLENDED"
    shares = [node.inputs[0].default_value for node in material.node_tree.nodes if node.type == "MIX_SHADER"]
    assert shares == [pytest.approx(ghost_of(human).color[3])]
    assert not bpy.data.meshes["Skin"].materials
    assert len(bpy.data.objects["Skin"].modifiers) == 1
    review.show(human, None)
    at_once(review.showing(human, human.spacetime.takes[0].action))
    assert len([group for group in bpy.data.node_groups if group.name.startswith("Spacetime Ghost")]) == 1


def test_ghost_has_none_of_the_characters_constraints(human, make_clip):
    human.pose.bones["shin.L"].constraints.new("LIMIT_ROTATION")
    action = write_motion(make_clip(read_job(human, bpy.context.scene)), human)
    human.animation_data.action = None
    at_once(review.proposing(human, action))
    assert not len(ghost_of(human).pose.bones["shin.L"].constraints)
    assert len(human.pose.bones["shin.L"].constraints) == 1


def test_ghost_has_none_of_a_rig_generators_properties(human):
    bone = human.pose.bones["spine"]
    bone.rigify_type, bone["ik_fk"] = "spines.basic_spine", 1.0
    ghost = at_once(making_bare_copy(human)).pose.bones["spine"]
    assert (ghost.rigify_type, list(ghost.keys())) == ("", [])
    assert (bone.rigify_type, bone["ik_fk"]) == ("spines.basic_spine", 1.0)


@pytest.mark.skipif(bpy.app.version < (5, 0), reason="ghosts share the bones' selection before Blender 5")
def test_ghost_has_no_selection_of_its_own(human, make_clip):
    action = write_motion(make_clip(read_job(human, bpy.context.scene)), human)
    assert any(bone.select for bone in human.pose.bones)
    at_once(review.proposing(human, action))
    assert not any(bone.select for bone in ghost_of(human).pose.bones)


@pytest.mark.parametrize("frame", [-8, 27, 48])
def test_ghost_goes_on_as_the_character_will(shown, frame):
    human, _own, action = shown
    human.spacetime.offset = 0.0
    ghost, _ = heads(ghost_of(human), [frame])
    actions.assign(human, action)
    accepted, _ = heads(human, [frame])
    assert ghost == pytest.approx(accepted, abs=1e-5)
    within, _ = heads(human, FRAMES)
    assert np.abs(within - accepted).max(axis=(1, 2)).min() > 0.1, "the walk has gone on"


@pytest.mark.once
@pytest.mark.parametrize("blend", [0.0, 0.4, 1.0])
def test_accepted_blend_is_what_the_ghost_showed(shown, blend):
    human, own, action = shown
    before = keys(own), keys(action)
    human.spacetime.blend, human.spacetime.offset = blend, 0.0
    expected, _ = heads(ghost_of(human), FRAMES)
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    found, names = heads(human, FRAMES)
    assert np.abs(found - expected).max() < 2e-5, names
    assert (keys(own), keys(action)) == before
    assert human.animation_data.action != own
    assert ghost_of(human) is None
    assert COLLECTION not in bpy.data.collections
    assert human.spacetime.pending is None


def test_a_new_motion_is_seen_as_it_was_solved(shown):
    human, _, action = shown
    human.spacetime.blend = 0.3
    at_once(review.proposing(human, action.copy()))
    assert human.spacetime.blend == 1


def test_accept_is_one_undo_step(shown):
    human, _, action = shown
    name = action.name
    bpy.ops.ed.undo_push(message="solved")
    bpy.ops.spacetime.accept()
    bpy.ops.ed.undo_push(message="accepted")  # what Blender does after an operator with UNDO
    assert human.animation_data.action.name == name
    bpy.ops.ed.undo()
    human = bpy.data.objects["metarig"]
    assert human.animation_data.action.name == "Mine"
    assert human.spacetime.pending.name == name
    assert ghost_of(human) is not None


def test_what_the_motion_does_not_carry_goes_on_as_keyed(shown):
    _human, own, action = shown
    carried = keys(action)
    assert previous_action(action) == own
    face = 'pose.bones["face"].location'
    assert carried[face, 2] == keys(own)[face, 2]
    assert carried['pose.bones["spine"].scale', 0] == keys(own)['pose.bones["spine"].scale', 0]
    assert len(carried['pose.bones["thigh.L"].rotation_quaternion', 0]) > 2  # the motion's own


def test_reject_forgets_the_motion_unless_it_is_starred(shown):
    human, own, action = shown
    human.spacetime.takes[0].is_starred = True
    bpy.ops.spacetime.reject()
    assert [take.action for take in human.spacetime.takes] == [action]
    review.show(human, action)
    human.spacetime.takes[0].is_starred = False
    bpy.ops.spacetime.reject()
    assert len(human.spacetime.takes) == 0
    assert sorted(bpy.data.actions.keys()) == ["Mine"]
    assert human.animation_data.action == own
    with pytest.raises(RuntimeError, match="There is no motion to accept or reject"):
        bpy.ops.spacetime.reject()


def test_snap_keys_a_copy_at_the_frame_and_again_in_the_preview_range(shown):
    human, own, _ = shown
    before = keys(own)
    scene = bpy.context.scene
    human.spacetime.offset = 0.0
    expected, _names = heads(ghost_of(human), [7])
    scene.frame_set(7)
    assert bpy.ops.spacetime.snap() == {"FINISHED"}
    copy = human.animation_data.action
    assert copy.name == "Mine snapped"
    assert keys(own) == before
    assert np.abs(heads(human, [7])[0] - expected).max() < 2e-5
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 10, 14
    expected, _names = heads(ghost_of(human), [10, 12, 14])
    bpy.ops.spacetime.snap()
    assert human.animation_data.action == copy  # the same one goes on
    assert np.abs(heads(human, [10, 12, 14])[0] - expected).max() < 2e-5
    frames = {x for x, _ in keys(copy)['pose.bones["shin.L"].rotation_quaternion', 0]}
    assert frames == {7, 10, 11, 12, 13, 14}


def test_snap_of_selected_bones_only(shown):
    human, _, _ = shown
    human.spacetime.guidance.only_selected = True
    with pytest.raises(RuntimeError, match="Only Selected Bones is enabled, but no bone is selected"):
        bpy.ops.spacetime.snap()
    bpy.ops.object.mode_set(mode="POSE")
    for bone in human.pose.bones:
        chosen = bone if hasattr(bone, "select") else bone.bone
        chosen.select = bone.name == "shin.L"
    bpy.ops.spacetime.snap()
    own = {bone for bone, _ in actions.channels(human.animation_data.action)}
    assert own == {"thigh.L", "face", "spine", "shin.L"}


def test_accept_leaves_a_strip_that_is_being_tweaked(shown):
    human, own, action = shown
    data = tweak_strip(human, own)
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    assert (data.action, data.use_tweak_mode) == (action, False)


def test_copy_of_a_character_leaves_the_ghost_of_the_first(shown):
    human, _own, action = shown
    for each in bpy.context.selected_objects:
        each.select_set(False)
    human.select_set(True)
    bpy.ops.object.duplicate()
    assert ghost_of(bpy.context.object) is None
    bpy.ops.spacetime.reject()
    assert human.spacetime.pending == action
    assert ghost_of(human) is not None


@pytest.mark.skipif(bpy.app.version < (4, 4), reason="this Blender's actions have no slots")
def test_action_shared_with_another_object_plays_in_its_own_slot(human, make_clip):
    shared = actions.new_action("Shared", "Camera")
    slot = shared.slots.new(id_type="OBJECT", name=human.name)
    bag = shared.layers.new("Layer").strips.new(type="KEYFRAME").channelbag(slot, ensure=True)
    bag.fcurves.new('pose.bones["face"].location', index=1).keyframe_points.insert(1, 0.2)
    data = human.animation_data_create()
    data.action, data.action_slot = shared, slot
    action = write_motion(make_clip(read_job(human, bpy.context.scene)), human)
    assert ('pose.bones["face"].location', 1) in keys(action)
    data.action, data.action_slot = shared, slot
    at_once(review.proposing(human, action))
    bpy.ops.spacetime.snap()
    assert data.action.name == "Shared snapped"
    assert (
        [each.identifier for each in data.action.slots] == [data.action_slot.identifier] == [slot.identifier]
    )
    assert ('pose.bones["thigh.L"].rotation_quaternion', 0) in keys(data.action)
    assert len(keys(shared)) == 0  # the camera's
