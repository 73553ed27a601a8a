"""Ready-made characters weigh what they say, stand on the ground and are as wide left as right."""

import numpy as np
import pytest

from solver.character import Character
from solver.fitting.presets.arm import planar_arm, spatial_arm
from solver.fitting.presets.hopper import hopper
from solver.fitting.presets.human import human
from solver.fitting.presets.quadruped import quadruped
from solver.mechanics.mirror import find_mirror
from solver.mechanics.tree import Tree


@pytest.mark.parametrize(
    ("character", "mass", "n_bodies"),
    [(human(), 75.0, 14), (quadruped(), 30.0, 16), (hopper(), 2.8, 4)],
    ids=["human", "quadruped", "hopper"],
)
def test_stands_on_the_ground_under_its_centre_of_mass(
    character: Character, mass: float, n_bodies: int
) -> None:
    assert character.mass == pytest.approx(mass)
    assert len(character.bodies) == n_bodies
    points = np.array([contact.point for contact in character.contacts])
    assert points[:, 2] == pytest.approx(0.0)
    centre = np.sum([b.mass * np.array(b.position) for b in character.bodies], axis=0) / mass
    assert points[:, 0].min() < centre[0] < points[:, 0].max()
    assert centre[1] == pytest.approx(0.0)


@pytest.mark.parametrize("character", [human(), quadruped()], ids=["human", "quadruped"])
def test_left_mirrors_right(character: Character) -> None:
    mirror = find_mirror(character, Tree(character))
    assert mirror.reflection == pytest.approx(np.diag([1.0, -1.0, 1.0]))


@pytest.mark.parametrize(
    "character", [human(), quadruped(), hopper(), planar_arm(), spatial_arm()], ids=lambda c: c.name
)
def test_rest_pose_and_ease_are_within_the_limits(character: Character) -> None:
    tree = Tree(character)
    joints = tree.rotation & ~tree.root_turns
    assert (tree.lower[joints] <= 1e-12).all()
    assert (tree.upper[joints] >= -1e-12).all()
    assert (tree.lower <= tree.preferred).all()
    assert (tree.preferred <= tree.upper).all()


def test_a_small_human_is_a_small_human() -> None:
    child, grown = human(stature=1.2, mass=25.0), human()
    assert child.mass == pytest.approx(25.0)
    ratio = np.array(child.bodies[0].position)[2] / np.array(grown.bodies[0].position)[2]
    assert ratio == pytest.approx(1.2 / 1.75)
    assert child.joints[0].torque_limits < grown.joints[0].torque_limits


def test_a_free_root_has_no_limits() -> None:
    for character in (human(root_turn=0.0), quadruped(root_turn=0.0), hopper(root_turn=0.0)):
        assert character.root_joint.limits == ()
