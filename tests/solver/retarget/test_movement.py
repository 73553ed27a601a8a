"""G and S undo each other, for every mode, on every body of creatures that nobody drew."""

from dataclasses import replace

import numpy as np
import pytest

from solver.errors import InputError
from solver.fitting.presets.creature import random_creature
from solver.retarget.creature import Creature
from solver.retarget.movement import Movement, generalize, remapped, specialize
from solver.retarget.query import EXTERNAL, Query
from solver.rotations import matrix_from_quaternion

TARGET = Query(EXTERNAL)
MODES = {
    "absolute": Movement(from_rest=False, turns_from_rest=False, scale=""),
    "rest relative": Movement(scale=""),
    "creature": Movement(scale="creature"),
    "limb": Movement(scale="limb"),
    "base": Movement(from_base=True),
    "ground": Movement(to_ground=True),
    "middle": Movement(to_middle=True),
    "ground and middle": Movement(to_ground=True, to_middle=True, scale="creature"),
    "toward": Movement(toward=TARGET),
    "direction": Movement(toward=TARGET, direction_only=True, scale="creature"),
    "looks": Movement(toward=TARGET, looks=True, turns_from_rest=False),
}


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("name", MODES)
def test_specializing_undoes_generalizing(name, mirrored):
    rng = np.random.default_rng(0)
    for seed in range(12):
        creature = Creature(random_creature(seed))
        size = float(creature.size.max())
        for body in creature.bodies:
            place, turn = size * rng.normal(size=(4, 3)), some_turns(rng, 4)
            target = size * rng.normal(size=(4, 3))
            general = generalize(MODES[name], creature, body, (place, turn), target, mirrored=mirrored)
            back = specialize(MODES[name], creature, body, general, target, mirrored=mirrored)
            assert np.abs(back[0] - place).max() < 1e-9 * size
            assert np.abs(back[1] - turn).max() < 1e-9


def test_zero_is_the_rest_pose_of_every_creature_in_all_rest_relative_modes():
    still = np.zeros((1, 3)), np.eye(3)[None]
    for seed in range(8):
        creature = Creature(random_creature(seed))
        for name in ("rest relative", "creature", "limb", "ground", "middle", "toward", "direction"):
            for body in creature.bodies:
                target = creature.handle[body] + [0.3, 0.2, 0.4]
                place, turn = specialize(MODES[name], creature, body, still, target)
                assert np.allclose(place, creature.handle[body])
                assert np.allclose(turn, np.eye(3))


def test_one_is_on_the_ground_in_the_middle_and_at_the_target():
    creature = Creature(random_creature(2))
    hand = next(b for b in creature.bodies if "grasper" in creature.capabilities[b])
    target = np.array([0.5, 0.1, 0.4])
    one = lambda *value: (np.array([value], float), np.eye(3)[None])  # noqa: E731
    ground, _ = specialize(MODES["ground"], creature, hand, one(0, 0, 1), target)
    middle, _ = specialize(MODES["middle"], creature, hand, one(0, 1, 0), target)
    there, _ = specialize(MODES["toward"], creature, hand, one(1, 0, 0), target)
    assert abs(ground[0, 2]) < 1e-12
    assert abs(middle[0, 1]) < 1e-12
    assert np.allclose(there[0], target)


def test_a_target_moves_a_pose_but_not_the_rest_pose():
    creature = Creature(random_creature(2))
    hand = next(b for b in creature.bodies if "grasper" in creature.capabilities[b])
    far = np.array([[0.5, 0.0, 0.3], [0.9, 0.4, 0.1]])
    reach = specialize(MODES["toward"], creature, hand, (np.tile([1.0, 0, 0], (2, 1)), np.eye(3)[None]), far)[
        0
    ]
    rest = specialize(MODES["toward"], creature, hand, (np.zeros((2, 3)), np.eye(3)[None]), far)[0]
    assert np.allclose(reach, far)
    assert np.allclose(rest, creature.handle[hand])


def test_left_and_right_hands_move_as_mirror_images():
    creature = Creature(random_creature(7))
    general = np.array([[0.3, 0.2, 0.1]]), np.eye(3)[None]
    for a, b in creature.character.mirror_pairs:
        left, right = creature.character.body_index(a), creature.character.body_index(b)
        place, _ = specialize(MODES["limb"], creature, left, general, creature.handle[left])
        other, _ = specialize(MODES["limb"], creature, right, general, creature.handle[right], mirrored=True)
        assert np.allclose(place * [1, -1, 1], other)


def test_changing_modes_leaves_the_active_body_where_it_was():
    rng = np.random.default_rng(1)
    creature = Creature(random_creature(2))
    hand = next(b for b in creature.bodies if "grasper" in creature.capabilities[b])
    keys, target = (rng.normal(size=(5, 3)), some_turns(rng, 5)), np.array([0.4, 0.1, 0.5])
    before = specialize(MODES["limb"], creature, hand, keys, target)
    for name in MODES:
        new = remapped(MODES[name], MODES["limb"], creature, hand, keys, target)
        after = specialize(MODES[name], creature, hand, new, target)
        assert np.allclose(after[0], before[0])
        assert np.allclose(after[1], before[1])


def test_several_heads_look_with_the_ones_that_can():
    creature = Creature(random_creature(2))
    head = next(b for b in creature.bodies if "head" in creature.capabilities[b])
    at = creature.handle[head]
    still = np.zeros((3, 3)), np.tile(np.eye(3), (3, 1, 1))
    target = at + np.array([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1e-3, 0.0]])
    _, turn = specialize(Movement(toward=TARGET, looks=True), creature, head, still, target)
    assert np.allclose(turn[0], np.eye(3))
    assert np.allclose(turn[1] @ [1, 0, 0], [np.sqrt(0.5), np.sqrt(0.5), 0])
    assert np.allclose(turn[2], np.eye(3), atol=0.02)  # nobody breaks their neck


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"scale": "big"}, "creature, limb or nothing"),
        ({"looks": True}, "target"),
        ({"to_ground": True, "toward": TARGET}, "ground"),
    ],
)
def test_modes_that_contradict_each_other_are_refused(change, words):
    with pytest.raises(InputError, match=words):
        replace(Movement(), **change)


def some_turns(rng, count):
    q = rng.normal(size=(count, 4))
    return matrix_from_quaternion(q / np.linalg.norm(q, axis=1, keepdims=True))
