"""Bones become parts whatever programs call them, in poses that are not symmetric, below roots that are no hips."""

from dataclasses import replace

import numpy as np
import pytest

from solver.fitting.creature_fit import fit_creature
from solver.fitting.creature_parts import CreatureParts
from solver.fitting.human_words import match_words
from solver.fitting.rest_bone import RestBone
from solver.fitting.rig_map import map_bones
from solver.fitting.skeleton import Skeleton

SIDES = np.eye(3)[:2]
# joint: (carrier, from the carrier [m]); legs and arms once, for both sides
DOG = {
    "pelvis": ("", (0.0, 0, 0.6)), "spine": ("pelvis", (0.25, 0, 0)), "neck": ("spine", (0.4, 0, 0.05)),
    "head": ("neck", (0.15, 0, 0.1)), "nose": ("head", (0.15, 0, 0)), "tail": ("pelvis", (-0.1, 0, 0)),
    "tailtip": ("tail", (-0.25, 0, -0.1)),
}  # fmt: skip
LEGS = {
    "thigh": ("pelvis", (0.0, 0.06, -0.1)), "calf": ("thigh", (0.0, 0, -0.2)), "hock": ("calf", (0.0, 0, -0.2)),
    "toe": ("hock", (0.02, 0, -0.09)), "claw": ("toe", (0.05, 0, -0.01)),
    "arm": ("spine", (0.3, 0.1, -0.1)), "elbow": ("arm", (0.0, 0, -0.2)), "wrist": ("elbow", (0.0, 0, -0.2)),
    "finger": ("wrist", (0.02, 0, -0.09)), "nail": ("finger", (0.05, 0, -0.01)),
}  # fmt: skip
MAYA = {
    "hips": "Root_M", "waist": "Spine1_M", "chest": "Chest_M", "neck": "Neck_M", "crown": "Head_M",
    "upper_arm": "Shoulder_{s}", "forearm": "Elbow_{s}", "hand": "Wrist_{s}", "thigh": "Hip_{s}", "shin": "Knee_{s}",
    "foot": "Ankle_{s}", "toe": "Toes_{s}",
}  # fmt: skip
SMPL = {
    "hips": "Pelvis", "waist": "Spine1", "chest": "Spine3", "neck": "Neck", "crown": "Head",
    "upper_arm": "{s}_Shoulder", "forearm": "{s}_Elbow", "hand": "{s}_Wrist", "thigh": "{s}_Hip", "shin": "{s}_Knee",
    "foot": "{s}_Ankle", "toe": "{s}_Foot",
}  # fmt: skip
XSENS = {
    "hips": "Hips", "waist": "Chest", "chest": "Chest4", "neck": "Neck", "crown": "Head",
    "upper_arm": "{w}Shoulder", "forearm": "{w}Elbow", "hand": "{w}Wrist", "thigh": "{w}Hip", "shin": "{w}Knee",
    "foot": "{w}Ankle", "toe": "{w}Toe",
}  # fmt: skip
KINECT = {
    "hips": "SpineBase", "waist": "SpineMid", "chest": "SpineShoulder", "neck": "Neck", "crown": "Head",
    "upper_arm": "Shoulder{w}", "forearm": "Elbow{w}", "hand": "Wrist{w}", "thigh": "Hip{w}", "shin": "Knee{w}",
    "foot": "Ankle{w}", "toe": "Foot{w}",
}  # fmt: skip
SECOND_LIFE = {
    "hips": "mPelvis", "waist": "mTorso", "chest": "mChest", "neck": "mNeck", "crown": "mHead",
    "upper_arm": "mShoulder{w}", "forearm": "mElbow{w}", "hand": "mWrist{w}", "thigh": "mHip{w}", "shin": "mKnee{w}",
    "foot": "mAnkle{w}", "toe": "mToe{w}",
}  # fmt: skip
GENESIS = {
    "hips": "pelvis", "waist": "abdomenLower", "chest": "chestUpper", "neck": "neckLower", "crown": "head",
    "upper_arm": "{l}ShldrBend", "forearm": "{l}ForearmBend", "hand": "{l}Hand", "thigh": "{l}ThighBend",
    "shin": "{l}Shin", "foot": "{l}Foot", "toe": "{l}Toe",
}  # fmt: skip
BESIDE = [
    "Spine2", "Chest2", "Chest3", "HipPart1_L", "ShoulderPart1_R", "Scapula_L", "L_Collar", "LeftCollar", "joint_Root",
]  # fmt: skip


@pytest.mark.parametrize(
    "names",
    [MAYA, SMPL, XSENS, KINECT, SECOND_LIFE, GENESIS],
    ids=["maya", "smpl", "xsens", "kinect", "second life", "genesis"],
)
def test_words_of_other_programs(names):
    wanted = {
        f"{part}.{side}" if "{" in name else part: name.format(
            s=side, l=side.lower(), w={"L": "Left", "R": "Right"}[side]
        )
        for part, name in names.items()
        for side in "LR"
    }
    own = [name for name in BESIDE if names is XSENS or not name.startswith("Chest")]
    found = {line.part: line.bone for line in match_words([*own, *wanted.values()])}
    assert found == wanted


def dog(swing=0.0, *, root=(), sides="LR"):
    """Its skeleton; diagonal legs swing by an angle [rad], and are called by ``sides``."""
    tree = {**dict(root), **DOG}
    if root:
        tree["pelvis"] = (list(root)[-1], DOG["pelvis"][1])
    heads, parents = {}, {}
    for name, (parent, offset) in tree.items():
        heads[name], parents[name] = heads.get(parent, np.zeros(3)) + offset, parent
    for s, (side, sign) in enumerate(zip(sides, (1, -1), strict=True)):
        for name, (parent, offset) in LEGS.items():
            mine = f"{parent}.{side}" if parent in LEGS else parent
            is_fore = name in list(LEGS)[5:]
            angle = swing * (-1) ** (s + is_fore) if parent in LEGS else 0.0
            c, s_ = np.cos(angle), np.sin(angle)
            x, y, z = offset
            heads[f"{name}.{side}"] = heads[mine] + [c * x + s_ * z, sign * y, c * z - s_ * x]
            parents[f"{name}.{side}"] = mine
    children = {name: [heads[k] for k, parent in parents.items() if parent == name] for name in heads}
    tails = {
        name: np.mean(children[name], axis=0) if children[name] else heads[name] + [0, 0, 1e-3]
        for name in heads
    }
    return Skeleton(RestBone(name, heads[name], tails[name], np.eye(3), parents[name]) for name in heads)


def parts(skeleton):
    return {line.part: line.bone for line in map_bones(skeleton, SIDES)}


@pytest.mark.parametrize("swing", [0.3, -0.3])
@pytest.mark.parametrize("sides", ["LR", "12"], ids=["named", "nameless"])
def test_a_trotting_dog_has_the_limbs_of_a_standing_one(swing, sides):
    """Diagonal paws are lifted, and no plane mirrors it."""
    standing = parts(dog(sides=sides))
    assert {
        "hind_upper.L",
        "hind_lower.L",
        "hind_paw.L",
        "fore_upper.L",
        "fore_paw.R",
        "tail",
    } <= standing.keys()
    assert parts(dog(swing, sides=sides)) == standing


def test_roots_above_the_hips_are_no_part_of_the_trunk():
    """The one that stays at the origin is 20 cm below the paws."""
    root = {"Reference": ("", (0.5, 0.3, 0.0)), "Armature": ("Reference", (-0.5, -0.3, 0.2))}
    assert parts(dog(root=root)) == parts(dog())
    assert parts(dog(root=root))["hips"] == "pelvis"


def test_hips_that_cannot_travel_are_no_root():
    """A tail that leads to connected hips is part of the trunk, from its end on."""
    loose = dog(root={"tail_end": ("", (-0.9, 0.0, 0.5))})
    connected = Skeleton(
        replace(bone, is_connected=bone.parent == "tail_end") for bone in loose.bones.values()
    )
    assert parts(loose)["hips"] == "pelvis"
    assert parts(connected)["hips"] == "tail_end"


def test_a_dog_without_one_paw_stands_on_three():
    """The other one is a part without a double."""
    dog_parts = parts(dog())
    del dog_parts["fore_paw.R"]
    fitted = fit_creature(CreatureParts(dog(), dog_parts), {}, density=1000.0)
    assert {contact.part for contact in fitted.contacts} == {"hind_paw.L", "hind_paw.R", "fore_paw.L"}
    assert "fore_paw.R" not in fitted.bodies
