"""Keys count for the joints that they pose, on whichever bone of a rig they are."""

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.controls import controls
from bl_ext.user_default.spacetime_animator.solver.job.drawn_motion import HINT, IGNORE, PIN

from tests.addon.rigs import generated
from tests.support.seconds import expect_within, only_in_bench, seconds_of
from tests.support.sketches import read


@pytest.fixture
def rigify():
    """Give Rigify's control rig with bodies."""
    rig = generated("basic_human")
    bpy.ops.spacetime.fit_bodies()
    return rig


def key(rig, bone, frame, kind="KEYFRAME"):
    rig.pose.bones[bone].keyframe_insert("location", frame=frame, keytype=kind)


def told(rig):
    """Frame and meaning of each key of the artist's, bone by bone."""
    keys = read(rig, frees_limbs=False).keys
    return {bone: [(each.frame, each.use) for each in own] for bone, own in keys.items()}


def posed_by(rig):
    character = read_character(rig)
    carriers = {body.name: None for body in character.bodies}
    return controls(rig, carriers | {joint.body_b: joint.body_a for joint in character.joints})


@pytest.mark.once
def test_keys_of_controls_are_those_of_the_joints_that_they_pose(rigify):
    for frame, kind in ((1, "KEYFRAME"), (11, "EXTREME"), (21, "JITTER")):
        key(rigify, "hand_ik.L", frame, kind)
    key(rigify, "torso", 5, "EXTREME")
    key(rigify, "foot_ik.R", 7, "EXTREME")
    arm = [(0, HINT), (10, PIN), (20, IGNORE)]
    assert told(rigify) == {
        "DEF-upper_arm.L": arm, "DEF-forearm.L": arm, "DEF-spine": [(4, PIN)],
        "DEF-thigh.R": [(6, PIN)], "DEF-shin.R": [(6, PIN)], "DEF-foot.R": [(6, PIN)],
    }  # fmt: skip


@pytest.mark.once
def test_a_collection_of_controls_has_its_own_say(rigify):
    for bone in ("hand_ik.L", "foot_ik.R"):
        key(rigify, bone, 1, "EXTREME")
        key(rigify, bone, 9, "EXTREME")
    group = rigify.spacetime.motion.sketch.groups.add()
    group.name = next(
        each.name for each in rigify.data.collections_all if "hand_ik.L" in each.bones and each.name
    )
    group.use = "IGNORE"
    found = told(rigify)
    assert {use for _, use in found["DEF-forearm.L"]} == {IGNORE}
    assert {use for _, use in found["DEF-shin.R"]} == {PIN}


def test_a_switch_between_chains_counts(rigify):
    with_target = posed_by(rigify)["DEF-forearm.L"]
    assert "hand_ik.L" in with_target
    assert "forearm_fk.L" not in with_target
    rigify.pose.bones["upper_arm_parent.L"]["IK_FK"] = 1.0
    rigify.update_tag()
    bpy.context.view_layer.update()
    without = posed_by(rigify)["DEF-forearm.L"]
    assert "hand_ik.L" not in without
    assert "forearm_fk.L" in without


def test_on_a_plain_rig_a_bone_without_a_body_counts_for_the_next_below(human):
    found = posed_by(human)
    assert found["shin.L"] >= {"shin.L"}
    assert "thigh.L" not in found["shin.L"]
    between = {parent.name for parent in human.pose.bones["upper_arm.L"].parent_recursive} - {*found}
    assert {"shoulder.L"} <= between & found["upper_arm.L"]


@only_in_bench
def test_finding_controls_holds_nobody_up(rigify):
    expect_within(min(seconds_of(lambda: posed_by(rigify)) for _ in range(5)))
