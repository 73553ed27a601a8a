"""Animals are what their shape says, whatever their bones are called, and weigh and stand as animals do."""

import numpy as np
import pytest

from solver.character.side_names import side_of
from solver.fitting.creature_fit import fit_creature
from solver.fitting.creature_parts import CreatureParts
from solver.fitting.kind import HUMAN
from solver.fitting.rig_map import CREATURE, recognize
from tests.support.animals import ANIMALS, NAMINGS
from tests.support.naming_families import FAMILIES
from tests.support.skeletons import anywhere, human, laid_out, renamed, to_child

SIDES = np.eye(3)[:2]
AHEAD = np.array([0.0, -1.0, 0.0])
FLESH = 1000.0  # kg/m^3
NEAR = {
    to_child: 0.1,
    anywhere: 0.3,
}  # of the animal: how far its contacts are from its feet; the second knows no toes
LEGGED = [name for name, make in ANIMALS.items() if make().feet]


def laid(name, naming, ends=to_child, size=1.0):
    animal = ANIMALS[name]()
    return animal, laid_out(renamed(animal.joints, NAMINGS[naming]), ends=ends, size=size)


@pytest.mark.parametrize("ends", [to_child, anywhere], ids=["bones to the next", "bones anywhere"])
@pytest.mark.parametrize("naming", NAMINGS)
@pytest.mark.parametrize("name", ANIMALS)
def test_shape_decides_what_it_is(name, naming, ends):
    animal, skeleton = laid(name, naming, ends)
    kind = recognize(skeleton, SIDES).kind
    assert (kind.name, kind.n_legs) == (animal.kind, len(animal.feet))
    assert 0.5 <= kind.confidence <= 1


@pytest.mark.parametrize("ends", [to_child, anywhere], ids=["bones to the next", "bones anywhere"])
@pytest.mark.parametrize("naming", NAMINGS)
@pytest.mark.parametrize("name", LEGGED)
def test_it_faces_ahead_stands_on_its_feet_and_weighs_what_it_should(name, naming, ends):
    animal, skeleton = laid(name, naming, ends)
    parts = {line.part: line.bone for line in recognize(skeleton, SIDES).bones}
    fit = fit_creature(CreatureParts(skeleton, parts), {}, density=FLESH)
    if not animal.is_round:
        assert fit.forward == pytest.approx(AHEAD, abs=0.05)
    points = np.array([contact.point for contact in fit.contacts])
    for foot in animal.feet.values():
        assert np.linalg.norm(points - foot, axis=1).min() < NEAR[ends] * skeleton.size
    lightest, heaviest = animal.kilograms
    assert lightest < sum(body.mass for body in fit.bodies.values()) < heaviest
    if ends is to_child:
        assert ("tail" in parts) >= animal.has_tail
        assert len({part.partition("_")[0] for part in parts if part.startswith("arm")}) == animal.limbs


@pytest.mark.parametrize("name", [name for name in LEGGED if not ANIMALS[name]().is_round])
def test_parts_of_both_sides_are_the_same_bone_of_each(name):
    _, skeleton = laid(name, "own names")
    parts = {line.part: line.bone for line in recognize(skeleton, SIDES).bones}
    for part, bone in parts.items():
        if side_of(part):
            assert side_of(bone) == side_of(part)
            other = {"L": ".R", "R": ".L"}[side_of(part)]
            assert parts[f"{part[:-2]}{other}"] == f"{bone[:-2]}{other}"


@pytest.mark.parametrize("size", [0.01, 100.0])
@pytest.mark.parametrize("name", LEGGED)
def test_its_unit_does_not_matter(name, size):
    _, skeleton = laid(name, "no names")
    _, other = laid(name, "no names", size=size)
    assert recognize(other, SIDES).bones == recognize(skeleton, SIDES).bones


def test_another_kind_may_be_asked_for():
    dressed = laid_out(human(FAMILIES["Mixamo"]))
    assert {line.part for line in recognize(dressed, SIDES, wanted=CREATURE).bones} >= {
        "leg_upper.L",
        "arm_upper.R",
    }
    _, kangaroo = laid("kangaroo", "names of people")
    assert recognize(kangaroo, SIDES).kind.name == "biped"
    assert {line.part for line in recognize(kangaroo, SIDES, wanted=HUMAN).bones} >= {
        "thigh.L",
        "upper_arm.R",
    }
