"""Fit Bodies on rigs of many families, without touching a number."""

import math

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.solver.character.roles import body_of_role
from mathutils import Matrix

from tests.addon.rigs import from_bvh, generated, mannequin, metarig
from tests.support.bone_names import MIXAMO, UNNAMED

pytestmark = pytest.mark.once

UNREAL = {
    "hips": "pelvis", "waist": "spine_01", "chest": "spine_03", "neck": "neck_01", "crown": "head",
    "shoulder": "clavicle_{small}", "upper_arm": "upperarm_{small}", "forearm": "lowerarm_{small}",
    "hand": "hand_{small}", "twist": "lowerarm_twist_01_{small}", "thigh": "thigh_{small}", "shin": "calf_{small}",
    "foot": "foot_{small}", "toe": "ball_{small}",
}  # fmt: skip
VROID = {
    "hips": "J_Bip_C_Hips", "waist": "J_Bip_C_Spine", "chest": "J_Bip_C_UpperChest", "neck": "J_Bip_C_Neck",
    "crown": "J_Bip_C_Head", "shoulder": "J_Bip_{s}_Shoulder", "upper_arm": "J_Bip_{s}_UpperArm",
    "forearm": "J_Bip_{s}_LowerArm", "hand": "J_Bip_{s}_Hand", "thigh": "J_Bip_{s}_UpperLeg",
    "shin": "J_Bip_{s}_LowerLeg", "foot": "J_Bip_{s}_Foot", "toe": "J_Bip_{s}_ToeBase",
}  # fmt: skip
WORDS = {
    "hips": "Pelvis", "waist": "Abdomen", "chest": "Chest", "neck": "Neck", "crown": "Head",
    "shoulder": "Collar_{s}", "upper_arm": "Upper Arm_{s}", "forearm": "Lower Arm_{s}", "hand": "Wrist_{s}",
    "thigh": "Upper Leg_{s}", "shin": "Knee_{s}", "foot": "Ankle_{s}", "toe": "Toes_{s}",
}  # fmt: skip
# Y to another axis: bones that point anywhere
SIDEWAYS = np.array(Matrix.Rotation(math.pi / 2, 3, (1, 1, 1)))


def fitted(rig):
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    return read_character(rig)


def parts(rig):
    return {line.name: line.bone for line in rig.data.spacetime.bone_map}


def confidences(rig):
    return {round(line.confidence, 2) for line in rig.data.spacetime.bone_map}


@pytest.mark.parametrize(
    ("names", "confidence"),
    [(MIXAMO, 0.9), (UNREAL, 1.0), (VROID, 1.0), (WORDS, 0.7), (UNNAMED, 0.5)],
    ids=["mixamo", "unreal", "vroid", "words", "unnamed"],
)
def test_humans_of_all_programs_are_the_same_human(names, confidence):
    character = fitted(mannequin(names))
    rig = bpy.context.object
    assert confidences(rig) == {confidence}
    assert len(character.bodies) == 14
    assert character.mass == pytest.approx(75.0)
    assert len(character.mirror_pairs) == 5
    assert parts(rig)["shin.L"] == names["shin"].format(s="L", small="l", word="Left")
    for role in ("hips", "thigh.L", "foot.R", "forearm.L"):
        assert body_of_role(character, role) == parts(rig)[role]
    for part, n_axes in {"thigh.L": 3, "shin.L": 1, "foot.R": 2, "upper_arm.R": 3, "forearm.L": 1}.items():
        joint = next(j for j in character.joints if j.name == parts(rig)[part])
        assert len(joint.axes) == n_axes
    knee = next(j for j in character.joints if j.name == parts(rig)["shin.L"])
    assert knee.limits[0][1] - knee.limits[0][0] == pytest.approx(math.radians(140), abs=0.05)


def test_bones_may_point_anywhere():
    straight = {j.name: j for j in fitted(mannequin(UNREAL)).joints}
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    turned = {j.name: j for j in fitted(mannequin(UNREAL, turn=SIDEWAYS)).joints}
    for name, joint in straight.items():
        ranges = sorted(high - low for low, high in joint.limits)
        assert sorted(high - low for low, high in turned[name].limits) == pytest.approx(ranges, abs=0.2), name


@pytest.mark.parametrize("size", [0.01, 50 / 1.75])
@pytest.mark.parametrize("use_stature", [True, False])
def test_rigs_of_any_size(size, use_stature):
    rig = mannequin(MIXAMO, size=size)
    rig.data.spacetime.use_stature = use_stature
    character = fitted(rig)
    height = 1.75 if use_stature else 1.75 * size
    thigh = next(b for b in character.bodies if b.name.endswith("LeftUpLeg"))
    assert max(thigh.diameters) == pytest.approx(0.6 * height / 1.75, rel=0.02)
    assert character.mass == pytest.approx(75.0)


def test_generated_control_rig_hangs_together():
    rig = generated("basic_human")
    character = fitted(rig)
    carriers = {j.body_b: j.body_a for j in character.joints}
    assert (carriers["DEF-thigh.L"], carriers["DEF-upper_arm.R"]) == ("DEF-spine", "DEF-spine.003")
    assert rig.data.bones["DEF-pelvis.L"].spacetime.carrier == "DEF-spine"
    thigh = next(b for b in character.bodies if b.name == "DEF-thigh.L")
    assert max(thigh.diameters) > 0.6  # of the whole thigh, not of the half that carries its name


@pytest.mark.parametrize(
    ("kind", "expected", "kilograms"),
    [
        (
            "wolf",
            {"hind_upper.L": "thigh.L", "fore_upper.R": "front_thigh.R", "chest": "spine.007"},
            (30, 90),
        ),
        (
            "horse",
            {
                "hind_lower.L": "lower_leg.L",
                "fore_upper.L": "upper_arm.L",
                "neck": "neck.001",
                "head": "skull",
            },
            (250, 900),
        ),
        ("cat", {"hind_paw.L": "foot.L", "fore_lower.R": "forearm.R", "tail": "tail.001"}, (1.5, 9)),
        ("bird", {"leg_paw.L": "toe.L", "arm_hand.R": "Wing.002.R", "neck": "spine.006"}, (0.1, 0.6)),
    ],
)
def test_animals_are_understood_by_their_shape(kind, expected, kilograms):
    rig = metarig(kind)
    character = fitted(rig)
    assert expected.items() <= parts(rig).items()
    assert kilograms[0] < character.mass < kilograms[1]
    assert {c.body for c in character.contacts} == {
        bone for part, bone in parts(rig).items() if "_paw" in part
    }
    ground = bpy.context.scene.spacetime.ground_height
    assert [c.point[2] for c in character.contacts] == pytest.approx([ground] * 4, abs=1e-5)
    joints = {j.name: j for j in character.joints}
    for left, right in character.mirror_pairs:
        assert joints[left].torque_limits == pytest.approx(joints[right].torque_limits, rel=1e-3)
    lengths = [max(b.diameters) for b in character.bodies]
    assert min(lengths) > 0.01 * max(lengths)


def test_a_horses_trunk_reaches_its_shoulders_and_its_neck_rises_from_there():
    character = fitted(metarig("horse"))
    joints = {joint.name: joint for joint in character.joints}
    mass = {body.name: body.mass for body in character.bodies}
    ahead = [0, -1, 0]  # as the rig looks
    neck, shoulder, head = (np.array(joints[name].position) for name in ("neck.001", "upper_arm.L", "skull"))
    assert joints["neck.001"].body_a == joints["upper_arm.L"].body_a
    assert abs((neck - shoulder) @ ahead) < 0.1
    assert head[2] - neck[2] > 0.4
    # Buchner et al. 1997: a horse's head and neck are about a tenth of it
    assert 0.06 < (mass["neck.001"] + mass["skull"]) / character.mass < 0.18


def test_generated_animal_is_the_animal_it_was_made_from():
    expected = {part: f"DEF-{bone}" for part, bone in mapped(metarig("horse")).items()}
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    assert mapped(generated("horse")) == expected


def mapped(rig):
    bpy.ops.spacetime.detect_bones()
    return parts(rig)


def test_skin_shapes_an_animals_bodies_with_all_bones_that_move_along():
    """A ball on the wolf's skull and another on its face: one head around both."""
    rig = metarig("wolf")
    for bone, place in (("spine.011", (0, -0.5, 0.9)), ("face", (0, -0.7, 0.9))):
        bpy.ops.mesh.primitive_uv_sphere_add(radius=0.1, location=place)
        ball = bpy.context.object
        ball.parent, ball.parent_type = rig, "ARMATURE"
        ball.vertex_groups.new(name=bone).add(range(len(ball.data.vertices)), 1.0, "REPLACE")
    bpy.context.view_layer.objects.active = rig
    head = next(body for body in fitted(rig).bodies if body.name == parts(rig)["neck"])
    assert head.position == pytest.approx((0, -0.6, 0.9), abs=1e-3)
    long, *short = sorted(head.diameters, reverse=True)
    assert 0.3 < long < 0.55
    assert short == pytest.approx([0.2, 0.2], rel=0.25)


def test_strength_grows_with_weight():
    def knee():
        return next(j for j in read_character(rig).joints if j.name == "shin.L").torque_limits[0]

    rig = metarig("wolf")
    fitted(rig)
    light, weight = knee(), rig.data.spacetime.body_mass
    rig.data.spacetime.weigh_by, rig.data.spacetime.body_mass = "WEIGHT", 2 * weight
    fitted(rig)
    assert knee() == pytest.approx(2 * light, rel=1e-4)
    rig.data.spacetime.weigh_by, rig.data.spacetime.density = "DENSITY", 500
    fitted(rig)
    assert rig.data.spacetime.body_mass == pytest.approx(weight / 2, rel=1e-4)


def test_skeleton_of_motion_capture():
    rig = from_bvh("02_01_walk")
    character = fitted(rig)
    assert parts(rig)["waist"] == "LowerBack"
    names = {body.name for body in character.bodies}
    assert not {"LHipJoint", "LeftHand", "LThumb", "Spine1"} & names  # helpers and bones without length
    heights = [c.point[2] for c in character.contacts]
    assert np.ptp(heights) < 1e-6
    assert len(read_job(rig, bpy.context.scene).contact_timings) == 4


def test_artists_choice_in_the_map_is_followed():
    rig = mannequin(WORDS)
    fitted(rig)
    line = next(line for line in rig.data.spacetime.bone_map if line.name == "neck")
    line.bone = "Head"
    next(line for line in rig.data.spacetime.bone_map if line.name == "crown").bone = ""
    assert line.confidence == 1.0
    assert "Head" in {body.name for body in fitted(rig).bodies}
    line.bone = "Nobody"
    with pytest.raises(RuntimeError, match="'neck' is 'Nobody', which does not exist"):
        bpy.ops.spacetime.fit_bodies()


@pytest.mark.parametrize("renamed", ["spine", "shin.L", "thigh.R"])
def test_one_name_of_the_artists_own_makes_no_other_human(renamed):
    rig = metarig("basic_human")
    rig.data.bones[renamed].name = 'Knochen "eins" \u811a.L'
    fitted(rig)
    assert (parts(rig)["toe.L"], parts(rig)["toe.R"]) == ("toe.L", "toe.R")
