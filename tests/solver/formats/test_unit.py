"""The unit of a file, which no file tells, by its skeleton, its names and the pace of its motion."""

import pytest

from solver.formats.bvh.rest_pose import read_standing
from solver.formats.bvh.time_scale import time_scales
from solver.formats.bvh.unit import USUAL, usual_height
from tests.support.bvh_files import motion_file
from tests.support.walking_animal import animal

# joint: (carrier, length [m]); every bone of the rest pose lies along X, as in files of games
SMALL_PERSON = {
    "Hips": ("", 0.0), "Spine": ("Hips", 0.2), "Chest": ("Spine", 0.2), "Neck": ("Chest", 0.15), "Head": ("Neck", 0.2),
    "LeftArm": ("Chest", 0.15), "LeftElbow": ("LeftArm", 0.25), "LeftHand": ("LeftElbow", 0.22),
    "LeftHip": ("Hips", 0.05), "LeftKnee": ("LeftHip", 0.38), "LeftFoot": ("LeftKnee", 0.38),
    "LeftToe": ("LeftFoot", 0.12),
}  # fmt: skip
UNITS = list(USUAL)


def lines(tree, name, unit):
    kind = "JOINT" if tree[name][0] else "ROOT"
    below = [
        line for child, (carrier, _) in tree.items() if carrier == name for line in lines(tree, child, unit)
    ]
    return [f"{kind} {name}", "{", f"OFFSET {tree[name][1] / unit} 0 0", "CHANNELS 0", *below, "}"]


@pytest.mark.parametrize("unit", [1.0, 0.0254, 0.01, 0.001, 0.3048])
def test_bones_that_lie_on_each_other_are_a_person_as_well(tmp_path, unit):
    path = tmp_path / "along.bvh"
    body = lines(SMALL_PERSON, "Hips", unit)
    path.write_text("\n".join(["HIERARCHY", *body, "MOTION", "Frames: 0", "Frame Time: 0.04", ""]))
    found = read_standing(path).unit
    assert found.length == unit
    assert found.is_sure


@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize("leg", [0.05, 0.3, 0.5, 1.1, 2.2])
def test_pace_of_a_walk_tells_how_long_its_legs_are(tmp_path, leg, in_place):
    seen = read_standing(animal(tmp_path / "take.bvh", leg=leg, unit=0.01, in_place=in_place), unit=0.01)
    (scale,) = time_scales(seen.motion)
    assert scale.unit == pytest.approx(1.0, rel=0.35)  # the legs bend, so that the hips are lower


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("leg", [0.25, 0.5, 1.1])
def test_animal_is_its_own_size_or_its_unit_is_said_to_be_uncertain(tmp_path, leg, unit):
    seen = read_standing(animal(tmp_path / "take.bvh", leg=leg, unit=unit))
    if seen.unit.is_sure:
        assert seen.unit.length == unit
    if unit in (1.0, 0.01):  # which are usual
        assert seen.unit.length == unit


@pytest.mark.parametrize(("title", "leg"), [("dog_walk", 0.45), ("MyHorse03", 1.3), ("elephant-slow", 2.0)])
@pytest.mark.parametrize("unit", [1.0, 0.1, 0.01, 0.3048, 0.001])
def test_animal_that_the_file_names_has_the_size_of_one(tmp_path, title, leg, unit):
    seen = read_standing(animal(tmp_path / f"{title}.bvh", leg=leg, unit=unit))
    assert seen.unit.length == unit
    assert seen.height == pytest.approx(1.15 * leg, rel=0.2)


def test_slow_motion_of_a_small_animal_makes_no_giant(tmp_path):
    seen = read_standing(animal(tmp_path / "chicken.bvh", leg=0.25, unit=0.01, slower=5.0))
    assert 0.2 < seen.height < 1.0
    assert not seen.unit.is_sure or seen.unit.length == 0.01


def test_unit_that_is_given_is_taken(tmp_path):
    seen = read_standing(animal(tmp_path / "dog.bvh", leg=0.5, unit=0.01), unit=0.02)
    assert (seen.unit.length, seen.unit.is_sure) == (0.02, True)
    assert seen.height == pytest.approx(2 * 1.15 * 0.5, rel=0.2)


@pytest.mark.parametrize(
    ("names", "height"),
    [(["DOG_run01"], 0.65), (["bigHorse"], 2.0), (["hotdog", "category"], 0.0), (["a", "Cat:Hips"], 0.35)],
)
def test_words_of_names_tell_an_animal(names, height):
    assert usual_height(names) == height


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("02_01_walk", 0.0564444), ("humanoid3d_run", 1.0), ("rokoko_jesse_dance", 0.01), ("dog3d_trot", 1.0),
        ("dog3d_pace", 1.0), ("dog_walk", 0.01),
    ],
)  # fmt: skip
def test_units_of_captures(name, unit):
    found = read_standing(motion_file(name)).unit
    assert found.length == unit
    assert found.is_sure
