"""Particle inverse kinematics on creatures that nobody drew: goals are met, poses depend on goals alone."""

import numpy as np
import pytest

from solver.fitting.presets.chip import chip
from solver.fitting.presets.creature import random_creature
from solver.fitting.presets.quadruped import quadruped
from solver.retarget.creature import Creature
from solver.retarget.goals import Goal
from solver.retarget.ik.aims import swung
from solver.retarget.ik.lengths import FIXED, LengthConstraint, LengthLevel, enforced, levels_of
from solver.retarget.ik.plan import Plan
from solver.retarget.ik.solve import solve
from solver.retarget.ik.twist import least_twist
from solver.rotations import angle_between


def reaching(creature, places):
    """All feet stay, and the first hand, or else the mouth, goes to places (F, 3) relative to its rest."""
    whole = np.ones(len(places))
    free = [b for b in creature.bodies if creature.capabilities[b] & {"grasper", "mouth"}]
    hand = min(free, key=lambda b: "grasper" not in creature.capabilities[b])
    goals = [
        Goal(b, np.tile(creature.handle[b], (len(places), 1)), None, whole, whole) for b in creature.feet
    ]
    return [*goals, Goal(hand, creature.handle[hand] + places, None, whole, whole)], hand


@pytest.mark.parametrize("character", [chip(), quadruped(), *(random_creature(s) for s in (2, 5, 9))])
def test_goals_within_reach_are_met(character):
    creature = Creature(character)
    size = creature.mean_limb
    goals, _ = reaching(creature, size * np.linspace(0, 0.3, 5)[:, None] * np.array([0.3, 0.0, 0.4]))
    posing = solve(creature, goals, 5)
    for goal in goals:
        off = np.linalg.norm(posing.handle[:, goal.body] - goal.position, axis=1)
        assert off.max() < 0.05 * creature.limb_length[goal.body]


@pytest.mark.parametrize("joints", [False, True])
def test_a_pose_depends_on_its_goals_alone(joints):
    creature = Creature(random_creature(2))
    size = creature.mean_limb
    places = size * np.random.default_rng(0).uniform(-0.4, 0.4, (6, 3))
    goals, _ = reaching(creature, places)
    together = solve(creature, goals, 6, joints=joints)
    order = np.array([3, 0, 5, 1, 4, 2])
    shuffled, _ = reaching(creature, places[order])
    again = solve(creature, shuffled, 6, joints=joints)
    assert np.abs(again.turn - together.turn[order]).max() < 1e-9
    alone, _ = reaching(creature, places[2:3])
    assert np.abs(solve(creature, alone, 1, joints=joints).turn[0] - together.turn[2]).max() < 1e-9


def test_without_goals_it_rests():
    creature = Creature(random_creature(4))
    posing = solve(creature, [], 2)
    assert np.abs(posing.turn - np.eye(3)).max() < 1e-9
    assert np.abs(posing.handle - creature.handle).max() < 1e-9 * creature.size.max()


def test_bodies_stay_joined_and_rigid():
    creature = Creature(random_creature(6))
    size = creature.mean_limb
    goals, _ = reaching(creature, size * np.array([[2.0, 0.5, -1.0]]))
    posing = solve(creature, goals, 1)
    for b in creature.bodies[1:]:
        parent = int(creature.parent[b])
        carried = posing.carried(parent, creature.joint[b] - creature.joint[parent])
        assert np.abs(carried - posing.joint[:, b]).max() < 1e-9 * size


def test_out_of_reach_it_reaches_for_the_goal():
    creature = Creature(chip())
    far = np.array([[3.0, 0.0, 0.5]])
    goals, hand = reaching(creature, far)
    posing = solve(creature, goals, 1)
    way = goals[-1].position - creature.base[hand]
    arm = posing.handle[:, hand] - posing.joint[:, int(creature.limbs[1].bodies[0])]
    assert arm[0] @ way[0] > 0.6 * np.linalg.norm(arm) * np.linalg.norm(way)


def test_least_twist_turns_one_direction_into_the_other():
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 50, 3))
    b[:5] = -a[:5]
    turn = least_twist(a, b)
    unit = [each / np.linalg.norm(each, axis=1, keepdims=True) for each in (a, b)]
    assert np.allclose((turn @ unit[0][..., None])[..., 0], unit[1], atol=1e-7)
    assert np.allclose(turn @ np.swapaxes(turn, 1, 2), np.eye(3))


def test_a_lifted_hand_swings_around_its_shoulder():
    down, up = np.array([[0.0, 0.0, -1.0]]), np.array([[0.0, 0.0, 1.0]])
    shares = np.linspace(0, 1, 21)
    way = swung(np.repeat(down, 21, 0), np.repeat(up, 21, 0), shares, np.tile([1.0, 0.0, 0.0], (21, 1)))
    assert np.linalg.norm(way, axis=1).min() > 0.999
    assert np.allclose(way[[0, -1]], [down[0], up[0]])


@pytest.mark.parametrize("seed", [2, 8, 18])
def test_hands_far_beyond_reach_do_not_drag_feet_along(seed):
    creature = Creature(random_creature(seed))
    goals, _ = reaching(creature, creature.mean_limb * np.array([[3.0, 0.0, 1.0], [0.0, 2.0, 3.0]]))
    posing = solve(creature, goals, 2)
    for goal in goals[:-1]:
        off = np.linalg.norm(posing.handle[:, goal.body] - goal.position, axis=1)
        assert off.max() < 0.05 * creature.limb_length[goal.body]


@pytest.mark.parametrize("joints", [False, True])
def test_a_raised_arm_does_not_flip(joints):
    creature = Creature(random_creature(18))
    hand = next(b for b in creature.bodies if "grasper" in creature.capabilities[b])
    base, size = creature.base[hand], creature.limb_length[hand]
    angle = np.linspace(0.2, np.pi - 0.2, 60)  # from below to above, in front
    way = np.stack([np.sin(angle), 0.1 * np.sin(9 * angle), -np.cos(angle)], axis=1)
    goals = [Goal(hand, base + 0.75 * size * way, None, np.ones(60), np.ones(60))]
    turn = solve(creature, goals, 60, joints=joints).turn
    assert angle_between(turn[1:], turn[:-1]).max() < 0.5


def test_constraints_at_once_are_those_one_after_the_other():
    rng = np.random.default_rng(1)
    points = rng.normal(size=(3, 9, 3))
    chain = [LengthConstraint(k, k + 1, 0.5, 0.4, 1.0 if k else FIXED, 2.0) for k in (7, 6, 5, 3, 2, 1, 0)]
    chain += [LengthConstraint(0, 5, 0.7, 0.7, FIXED, 1.0), LengthConstraint(2, 6, 1.0, 1.0)]
    levels = levels_of(chain)
    assert len(levels) < len(chain)
    together = enforced(points, levels)
    single = enforced(points, [LengthLevel.of([each]) for each in chain])
    assert np.abs(together - single).max() < 1e-12
    assert np.array_equal(together[:, 0], points[:, 0])


def test_what_does_not_depend_on_goals_is_found_once():
    creature = Creature(random_creature(4))
    first, second = (reaching(creature, np.full((1, 3), far))[0] for far in (0.0, 0.1))
    assert Plan.of(creature, first) is Plan.of(creature, second)
    assert Plan.of(creature, first) is not Plan.of(creature, first[:-1])
