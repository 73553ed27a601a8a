"""Humans of public naming families are the same human, whatever tool made their bones, in any pose and unit."""

import numpy as np
import pytest

from solver.character.part_names import PartName
from solver.errors import InputError
from solver.fitting.human_fit import fit_human
from solver.fitting.rig_map import recognize
from tests.support.naming_families import FAMILIES
from tests.support.skeletons import anywhere, human, laid_out, parts_of, renamed, to_child

SIDES = np.eye(3)[:2]
AHEAD = np.array([0.0, -1.0, 0.0])
# Where two bones of a family may both be meant; the fit is the same.
EITHER = {
    "Character Creator": {"waist"}, "CMU": {"chest"}, "Second Life": {"waist"},
}  # fmt: skip
POSES = {"T-pose": 0.0, "A-pose": 0.8, "hanging arms": 1.35}


def recognized(skeleton):
    found = recognize(skeleton, SIDES)
    return found.kind, {line.part: line.bone for line in found.bones}


def fitted(skeleton, parts):
    return fit_human({part: skeleton.bones[bone] for part, bone in parts.items()}, mass=75.0, sex="male")


@pytest.mark.parametrize("ends", [to_child, anywhere], ids=["bones to the next", "bones anywhere"])
@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("family", FAMILIES)
def test_each_family_is_the_same_human(family, pose, ends):
    joints = human(FAMILIES[family], lowered=POSES[pose])
    skeleton = laid_out(joints, ends=ends)
    kind, parts = recognized(skeleton)
    assert kind.name == "human"
    assert kind.confidence > 0.9
    wanted = {part: bone for part, bone in parts_of(joints).items() if part not in EITHER.get(family, ())}
    assert {part: parts.get(part) for part in wanted} == wanted
    fit = fitted(skeleton, parts)
    assert fit.forward == pytest.approx(AHEAD, abs=0.05)
    assert fit.stature == pytest.approx(1.75, rel=0.03 if ends is to_child else 0.06)
    for contact in fit.contacts:
        side = PartName.of(contact.name).side
        assert contact.point[0] * (1 if side == "L" else -1) == pytest.approx(0.1, abs=0.03)
        assert contact.point[2] == pytest.approx(fit.ground_height)


@pytest.mark.parametrize("size", [0.01, 100.0])
@pytest.mark.parametrize("family", FAMILIES)
def test_neither_unit_nor_direction_matters(family, size):
    joints = human(FAMILIES[family])
    _, parts = recognized(laid_out(joints))
    skeleton = laid_out(joints, size=size, turned=2.0)
    assert recognized(skeleton)[1] == parts
    assert fitted(skeleton, parts).forward == pytest.approx([np.sin(2.0), -np.cos(2.0), 0.0], abs=0.05)


OTHERS = {
    "no names": lambda i, _name: f"Bone.{i:03d}",
    "a name for each": lambda i, _name: f"Knochen {chr(0x4E00 + i)}",
    "prefix": lambda _i, name: f"Hero_v2_{name}",
    "namespace": lambda _i, name: f"rig:hero:{name}",
    "suffix": lambda _i, name: f"{name}_jnt",
    "number": lambda i, name: f"{name}_{i:02d}",
}


@pytest.mark.parametrize("naming", OTHERS)
@pytest.mark.parametrize("family", ["Mixamo", "SMPL-X", "DAZ Genesis 3 and 8", "Poser", "Character Creator"])
def test_names_of_ones_own_make_no_other_human(family, naming):
    joints = human(FAMILIES[family], lowered=0.6)
    other = renamed(joints, OTHERS[naming])
    kind, parts = recognized(laid_out(other))
    assert kind.name == "human"
    loose = EITHER.get(family, set())
    wanted = {part: bone for part, bone in parts_of(other).items() if part not in loose}
    assert {part: parts.get(part) for part in wanted} == wanted


def test_pelvis_and_spine_that_are_siblings_hang_on_what_carries_both():
    for family in ("Character Creator", "DAZ Genesis 9", "MakeHuman, motion capture", "MMD, Japanese"):
        skeleton = laid_out(human(FAMILIES[family]))
        _, parts = recognized(skeleton)
        for part in ("thigh.L", "thigh.R", "chest"):
            assert parts["hips"] in skeleton.above(parts[part]), family


def test_a_buttock_is_no_thigh():
    for family in ("Poser", "MocapNET"):
        for naming in (lambda _i, name: name, lambda i, _name: f"Bone.{i:03d}"):
            joints = renamed(human(FAMILIES[family]), naming)
            assert recognized(laid_out(joints))[1]["thigh.L"] == parts_of(joints)["thigh.L"]


def test_left_and_right_are_only_to_be_swapped_if_toes_and_knees_say_so():
    tree = FAMILIES["Mixamo"].replace("<Left|Right>", "<Right|Left>")
    skeleton = laid_out(human(tree))
    with pytest.raises(InputError, match="swap the left and right names"):
        fitted(skeleton, recognized(skeleton)[1])
    for family in ("Perception Neuron", "Noitom Axis", "Roblox R15"):  # without toes
        skeleton = laid_out(human(FAMILIES[family]), ends=anywhere)
        assert fitted(skeleton, recognized(skeleton)[1]).forward == pytest.approx(AHEAD, abs=0.05)
