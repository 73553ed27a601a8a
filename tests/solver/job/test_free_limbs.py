"""Arms without keys or a pose hang from a body that has keys; everything else stays as it is drawn."""

from dataclasses import replace

import numpy as np
import pytest

from solver.fitting.presets.human import human
from solver.job.drawn_motion import IGNORE, DrawnMotion, Key
from solver.job.free_limbs import with_free_limbs
from solver.job.sketch import RELAXED, follow
from solver.mechanics.euler import turn_about
from solver.mechanics.kinematics import Kinematics

WHO = human()
N = 9
ARMS = ("upper_arm.L", "upper_arm.R")


def _drawn(*keyed: str) -> DrawnMotion:
    """The rest pose, with keys of some bodies."""
    pose = Kinematics(WHO).forward(np.zeros((N, Kinematics(WHO).tree.n)))
    turn = pose.rotation.transpose(2, 3, 0, 1).copy()
    return DrawnMotion(1 / 24, pose.position.transpose(1, 2, 0), turn, dict.fromkeys(keyed, (Key(0),)))


def _hips() -> str:
    assert WHO.root is not None
    return WHO.root.body


def _arm(side: str) -> list[str]:
    """Bodies from the shoulder outwards."""
    found = [f"upper_arm.{side}"]
    while carried := [joint.body_b for joint in WHO.joints if joint.body_a == found[-1]]:
        found += carried
    return found


def test_arms_are_left_to_the_solver_with_a_mild_pull_to_their_relaxed_pose() -> None:
    drawn = _drawn(_hips())
    free, arms = with_free_limbs(WHO, drawn)
    assert arms == ARMS
    bodies = {*_arm("L"), *_arm("R")}
    assert {body for body, keys in free.keys.items() if keys == (Key(0, IGNORE),)} == bodies
    found = follow(WHO, free)
    names = {body.name for body in WHO.bodies}
    assert {body.body for body in found.closeness.bodies} == names - bodies
    assert found.relaxed is not None
    assert found.relaxed.weight == RELAXED
    ends = {joint.name: joint.body_b for joint in WHO.joints}
    assert {ends[angle.dof.rpartition(".")[0]] for angle in found.relaxed.angles} == bodies


@pytest.mark.parametrize("keyed", [(), ("upper_arm.L", "upper_arm.R"), ("forearm.L", "forearm.R")])
def test_arms_with_keys_or_on_nothing_that_has_some_are_drawn_as_they_are(keyed: tuple[str, ...]) -> None:
    drawn = _drawn(*((_hips(), *keyed) if keyed else ()))
    assert with_free_limbs(WHO, drawn) == (drawn, ())
    assert follow(WHO, drawn).relaxed is None


def test_one_arm_may_be_keyed_and_the_other_free() -> None:
    assert with_free_limbs(WHO, _drawn(_hips(), "forearm.L"))[1] == ("upper_arm.R",)


def test_an_arm_that_is_posed_is_drawn_as_it_is() -> None:
    """By hand without a key, or by a constraint."""
    drawn = _drawn(_hips())
    for body in _arm("L"):
        drawn.turn[:, WHO.body_index(body)] = turn_about("Y", 0.5)
    assert with_free_limbs(WHO, drawn)[1] == ("upper_arm.R",)


def test_keys_that_are_ignored_are_none() -> None:
    drawn = replace(_drawn(), keys={_hips(): (Key(0),), "forearm.L": (Key(0, IGNORE),)})
    assert with_free_limbs(WHO, drawn)[1] == ARMS


def test_what_lies_between_bodies_that_are_drawn_needs_no_pull() -> None:
    """Knees are where hips and feet let them."""
    drawn = replace(_drawn(), keys={"shin.L": (Key(0, IGNORE),), "thigh.L": (Key(0, IGNORE),)})
    assert follow(WHO, drawn).relaxed is None
