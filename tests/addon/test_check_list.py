"""The check list names what is wrong, and its button mends it."""

import math

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character import limit_edits
from bl_ext.user_default.spacetime_animator.addon.character.checks import check_character
from bl_ext.user_default.spacetime_animator.addon.character.fixes import FIXES
from bl_ext.user_default.spacetime_animator.addon.motion.examples import add_example
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.solver.analysis.contact_guess.guessed import SURE

from tests.addon.rigs import from_bvh, generated, mannequin, metarig
from tests.support.bone_names import MIXAMO, UNNAMED
from tests.support.characters import activate
from tests.support.check_list import findings, found, heads, mended
from tests.support.seconds import expect_within, only_in_bench, worked


def test_a_fitted_human_has_nothing_wrong(human):
    assert findings(human) == ()


@only_in_bench
def test_looking_for_wrongs_does_not_hold_blender_up(human):
    times = [worked(lambda: check_character(human, bpy.context.scene)) for _ in range(10)]
    expect_within(float(np.median(times)), 0.01)  # s of a redraw; an operator may take 0.03


def test_everything_before_fitting_is_to_fit(metarig):
    assert [f.fix for f in findings(metarig)] == ["FIT"]
    assert mended(metarig, "FIT")
    assert findings(metarig) == ()


def side_lost(rig):
    rig.data.spacetime.use_mirror = False
    rig.data.bones["shin.R"].spacetime.is_body = False


def sides_differ(rig):
    rig.data.spacetime.use_mirror = False
    rig.data.bones["shin.R"].spacetime.mass = 9.0


def no_contacts(rig):
    rig.data.spacetime.contacts.clear()


def contact_lost(rig):
    rig.data.spacetime.contacts[0].bone = "Nobody"


def contact_twice(rig):
    rig.data.spacetime.contacts[1].name = rig.data.spacetime.contacts[0].name


def contact_idle(rig):
    rig.data.spacetime.contacts[2].phases.clear()


def contact_unsure(rig):
    phases = rig.data.spacetime.contacts[2].phases
    phases.add().confidence = SURE / 2


def off_the_ground(rig):
    bpy.context.scene.spacetime.ground_height = -1.0


def two_roots(rig):
    bpy.ops.object.mode_set(mode="EDIT")
    rig.data.edit_bones["thigh.L"].parent = None
    bpy.ops.object.mode_set(mode="OBJECT")


def scaled(rig):
    rig.scale = (1, 2, 1)


def huge(rig):
    rig.scale = [30 * s for s in rig.scale]


def no_rotation(rig):
    rig.data.spacetime.use_mirror = False
    rig.data.bones["foot.L"].spacetime.rotation = (0, 0, 0, 0)


def feather(rig):
    rig.data.spacetime.use_mirror = False
    rig.data.bones["spine.004"].spacetime.mass = 1e-6


def no_room(rig):
    bone = rig.pose.bones["shin.L"]
    bone.ik_min_x = bone.ik_max_x = 0.0


def uneasy(rig):
    rig.data.spacetime.use_mirror = False
    rig.data.bones["shin.L"].spacetime.preferred = (
        (-2.0, 0, 0) if rig.pose.bones["shin.L"].ik_min_x > -1 else (3, 0, 0)
    )


def constrained(rig):
    rig.pose.bones["shin.L"].constraints.new("COPY_ROTATION")


def renamed(rig):
    rig.data.bones["shin.L"].name = "lower leg"


@pytest.mark.parametrize("mode", ["OBJECT", "POSE"])
@pytest.mark.parametrize(
    ("harm", "kind", "is_error"),
    [
        (side_lost, "MIRROR", False),
        (sides_differ, "MIRROR", False),
        (no_contacts, "CONTACT", False),
        (contact_lost, "REMOVE_CONTACT", True),
        (contact_twice, "RENAME_CONTACT", True),
        (contact_idle, "ADD_PHASE", False),
        (contact_unsure, "KEEP_PHASES", False),
        (off_the_ground, "SET_GROUND", False),
        (two_roots, "HANG", True),
        (scaled, "APPLY_SCALE", True),
        (huge, "SET_HEIGHT", False),
        (no_rotation, "RESET_ROTATION", True),
        (feather, "REMOVE_BODY", False),
        (no_room, "LOCK", False),
        (uneasy, "EASE", False),
        (constrained, "MUTE", False),
        (renamed, "DETECT", True),
    ],
)
def test_each_wrong_is_named_and_mended(human, harm, kind, is_error, mode):
    harm(human)
    bpy.ops.object.mode_set(mode=mode)
    assert found(human, kind).is_error == is_error
    assert mended(human, kind)
    assert human.mode == mode


def test_uncertain_bars_are_kept_or_removed(human):
    contact = human.data.spacetime.contacts[2]
    contact_unsure(human)
    finding = found(human, "KEEP_PHASES")
    assert (
        f"It is uncertain whether '{contact.name}' touches the ground at 1 of its 2 bars" in finding.sentence
    )
    bpy.ops.spacetime.mend(kind=finding.other_fix, bone=finding.bone, contact=finding.contact)
    assert found(human, "KEEP_PHASES") is None
    assert [phase.confidence for phase in contact.phases] == [1.0]


def test_who_plays_keys_stands_where_they_say(human):
    """Guess from Animation had just brought the ground there; Set Ground would have taken it away again."""
    off_the_ground(human)
    assert found(human, "SET_GROUND")
    human.pose.bones["spine"].keyframe_insert("location", frame=1)
    assert not found(human, "SET_GROUND")


def test_added_contacts_leave_the_ground_to_others(human):
    dog = at_once(add_example(bpy.context.scene, "DOG"))
    activate(human)
    no_contacts(human)
    human.location.z += 1.0
    ground = bpy.context.scene.spacetime.ground_height
    assert mended(human, "CONTACT")
    assert bpy.context.scene.spacetime.ground_height == ground
    assert found(human, "SET_GROUND")
    bpy.data.objects.remove(dog)
    no_contacts(human)
    assert mended(human, "CONTACT")
    assert bpy.context.scene.spacetime.ground_height > ground + 0.5


def test_two_sides_are_mirrored_from_the_one_that_is_there(human):
    side_lost(human)
    finding = found(human, "MIRROR")
    assert finding.bone == "shin.L"
    assert mended(human, "MIRROR")
    left, right = (human.data.bones[f"shin.{side}"].spacetime for side in "LR")
    assert right.mass == pytest.approx(left.mass)


def test_guessed_bones_can_be_trusted():
    rig = mannequin(UNNAMED)
    bpy.ops.spacetime.fit_bodies()
    assert "matched by shape alone" in found(rig, "TRUST").sentence
    assert mended(rig, "TRUST")


@pytest.mark.parametrize("scale", [0.01, 100], ids=["a centimeter", "a hundred meters"])
def test_size_of_a_creature_is_doubted(scale):
    rig = metarig("wolf")
    rig.scale = (scale,) * 3
    bpy.ops.spacetime.fit_bodies()
    assert any("m long; scale the object" in f.sentence for f in findings(rig))


def test_control_bones_are_muted_and_the_motion_shows():
    rig = generated("basic_human")
    bpy.ops.spacetime.fit_bodies()
    assert mended(rig, "MUTE")
    assert all(c.mute for b in rig.pose.bones if b.name.startswith("DEF-") for c in b.constraints)


def test_connected_root_is_set_free(metarig):
    bpy.ops.object.mode_set(mode="EDIT")
    bones = metarig.data.edit_bones
    top = bones.new("top")
    top.head, top.tail = (0, 0, 0), bones["spine"].head
    bones["spine"].parent, bones["spine"].use_connect = top, True
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.spacetime.fit_bodies()
    assert mended(metarig, "DISCONNECT")


def test_look_at_bone_selects_it_alone(human):
    bpy.ops.spacetime.select_bone(bone="foot.R")
    assert human.mode == "POSE"
    assert human.data.bones.active.name == "foot.R"
    assert [b.name for b in bpy.context.selected_pose_bones] == ["foot.R"]
    with pytest.raises(RuntimeError, match="has no bone 'Nobody'"):
        bpy.ops.spacetime.select_bone(bone="Nobody")


def test_every_cure_is_tested():
    cases = test_each_wrong_is_named_and_mended.pytestmark[0].args[1]
    elsewhere = {"FIT", "TRUST", "DISCONNECT", "REST_FROM_POSE", "STAND_UP", "DROP_PHASES"}
    assert {kind for _, kind, _ in cases} | elsewhere == set(FIXES)


@pytest.mark.once
def test_lying_rest_pose_is_told_and_the_pose_can_be_used():
    rig = from_bvh("rokoko_jesse_dance")
    with pytest.raises(
        RuntimeError, match=r"does not stand upright in the rest pose.*Stand Up finds a frame"
    ):
        bpy.ops.spacetime.fit_bodies()
    scene, old = bpy.context.scene, rig.animation_data.action
    scene.frame_set(int(old.frame_range[0]))
    frames = [int(old.frame_range[0]) + k for k in (0, 200, 700)]
    before = heads(rig, frames)
    keys = [tuple(p.co) for p in curves(old)[0].keyframe_points][:50]
    scene.frame_set(frames[0])
    bpy.ops.spacetime.mend(kind="REST_FROM_POSE")
    assert findings(rig)[0].fix == "FIT"
    after = heads(rig, frames)
    assert max((a - b).length for a, b in zip(before, after, strict=True)) < 0.01  # of 170 units
    assert rig.animation_data.action != old
    assert [tuple(p.co) for p in curves(old)[0].keyframe_points][:50] == keys
    bpy.ops.spacetime.fit_bodies()
    assert sum(b.spacetime.is_body for b in rig.data.bones) == 14


def curves(action):
    from bl_ext.user_default.spacetime_animator.addon.blender.actions import curves_of

    return curves_of(action)


def test_skinned_rig_keeps_its_rest_pose():
    rig = mannequin(MIXAMO)
    bpy.ops.mesh.primitive_cube_add()
    skin = bpy.context.object
    skin.parent, skin.parent_type = rig, "ARMATURE"
    bpy.context.view_layer.objects.active = rig
    with pytest.raises(RuntimeError, match="'Cube' is deformed by these bones and would change shape"):
        bpy.ops.spacetime.rest_from_pose()


@pytest.mark.parametrize("roll", [0.0, 0.7])
def test_mirroring_a_bone_mirrors_its_limits_whatever_its_roll(human, roll):
    bpy.ops.object.mode_set(mode="EDIT")
    human.data.edit_bones["forearm.R"].roll += roll * 0.1
    bpy.ops.object.mode_set(mode="OBJECT")
    pose = human.pose.bones
    pose["thigh.L"].ik_min_z, pose["thigh.L"].ik_max_z = -0.2, 0.5
    human.data.bones.active = human.data.bones["thigh.L"]
    bpy.ops.spacetime.mirror_bone()
    assert (pose["thigh.R"].ik_min_z, pose["thigh.R"].ik_max_z) == pytest.approx((-0.5, 0.2))
    human.data.bones.active = human.data.bones["spine"]
    with pytest.raises(RuntimeError, match="'spine' has no mirrored bone"):
        bpy.ops.spacetime.mirror_bone()


def test_an_edited_limit_goes_to_the_other_side(human):
    bpy.ops.spacetime.select_bone(bone="thigh.L")
    pose = human.pose.bones
    pose["thigh.L"].ik_max_z, pose["thigh.L"].lock_ik_y = 0.25, True
    limit_edits.mirror_limits()  # as the message bus calls it, which is silent without a window
    assert pose["thigh.R"].ik_min_z == pytest.approx(-0.25)
    assert pose["thigh.R"].lock_ik_y
    human.data.spacetime.use_mirror = False
    pose["thigh.L"].ik_max_z = 0.5
    limit_edits.mirror_limits()
    assert pose["thigh.R"].ik_min_z == pytest.approx(-0.25)


def test_an_edit_of_one_side_goes_to_the_other(human):
    left, right = (human.data.bones[f"upper_arm.{side}"].spacetime for side in "LR")
    left.mass, left.diameters = 3.0, (0.11, 0.3, 0.12)
    center = list(left.center)
    left.center = (center[0] + 0.02, center[1] + 0.03, center[2] - 0.01)
    left.torque_limits = (11, 12, 13)
    assert right.mass == 3.0
    assert tuple(right.diameters) == pytest.approx((0.11, 0.3, 0.12))
    assert sorted(right.torque_limits) == [11, 12, 13]
    world = [
        human.matrix_world @ human.data.bones[f"upper_arm.{s}"].matrix_local @ human.data.bones[
            f"upper_arm.{s}"
        ].spacetime.center
        for s in "LR"
    ]  # fmt: skip
    assert tuple(world[1]) == pytest.approx((-world[0].x, world[0].y, world[0].z), abs=1e-5)
    human.data.spacetime.use_mirror = False
    left.mass = 4.0
    assert right.mass == 3.0
    assert math.isfinite(right.rotation[0])


def test_an_edit_stays_where_the_sides_differ_as_those_of_captures_do(human):
    left, right = (human.data.bones[f"foot.{side}"].spacetime for side in "LR")
    human.data.bones.active = human.data.bones["foot.L"]
    bpy.ops.spacetime.mirror_bone()
    human.data.spacetime.use_mirror = False
    left.mass *= 1.2
    human.data.spacetime.use_mirror = True
    left.torque_limits = (11, 12, 13)
    assert tuple(left.torque_limits) == (11, 12, 13)
    assert sorted(right.torque_limits) == [11, 12, 13]
    assert human.data.spacetime.use_mirror


def test_object_whose_size_is_keyed_is_named(human):
    road = bpy.data.objects.new("Road", None)
    bpy.context.collection.objects.link(road)
    human.parent = road
    human.pose.bones["spine"].keyframe_insert("location", frame=1)
    for each in (human, road):
        each.keyframe_insert("location", frame=1)
        each.keyframe_insert("scale", frame=1)
    assert not check_character(human, bpy.context.scene)
    road.scale = (2.0, 2.0, 2.0)
    road.keyframe_insert("scale", frame=20)
    (told,) = [finding.sentence for finding in check_character(human, bpy.context.scene)]
    assert told == "The size of the object 'Road' is animated; remove its keys, as the size must not change"
