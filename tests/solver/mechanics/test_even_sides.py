"""Sides that differ a little are made even; those that differ more are refused with what they differ by."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.character import Character
from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.fitting.presets.human import human
from solver.fitting.presets.quadruped import quadruped
from solver.mechanics.even_sides import even_sides
from solver.mechanics.mirror import SAME_PLACE, find_mirror, size_of, stretch_of
from solver.mechanics.tree import Tree
from tests.support.uneven import uneven

MADE = {"chip": chip, "human": human, "quadruped": quadruped}


@pytest.fixture(params=MADE)
def even(request: pytest.FixtureRequest) -> Character:
    return MADE[request.param]()


@pytest.mark.parametrize(
    ("size", "angle", "share"), [(1e-7, 1e-7, 1e-7), (1e-5, 1e-5, 0.0), (3e-3, 0.01, 0.02)]
)
@pytest.mark.parametrize("seed", range(3))
def test_the_mean_of_both_sides_is_its_own_mirror_image(
    even: Character, size: float, angle: float, share: float, seed: int
) -> None:
    given = uneven(even, size=size, angle=angle, share=share, seed=seed)
    apart = find_mirror(given, Tree(given)).unevenness
    mean = even_sides(given)
    left = find_mirror(mean, Tree(mean)).unevenness
    assert apart.distance > 0.1 * size
    assert left.distance < 1e-7
    assert left.angle < 1e-6
    assert left.mass < 1e-12
    here, there = (np.array([body.position for body in each.bodies]) for each in (given, mean))
    assert np.linalg.norm(there - here, axis=1).max() <= apart.distance / 2 + 1e-9
    assert np.abs(stretch_of(mean) - stretch_of(given)).max() <= apart.distance
    turned = np.abs(Tree(mean).axis - Tree(given).axis).max()
    assert turned <= apart.angle / 2 + 1e-6
    assert mean.mass == pytest.approx(given.mass)
    assert [joint.limits for joint in mean.joints] == [joint.limits for joint in given.joints]


def test_what_is_even_stays_the_same(even: Character) -> None:
    assert even_sides(even) is even


def test_a_round_body_may_be_rolled_anyhow(even: Character) -> None:
    """Its axes across are arbitrary, as where a head is round."""
    bodies = list(even.bodies)
    wide = max(bodies[0].diameters)
    bodies[0] = replace(
        bodies[0], diameters=(wide, wide, wide), orientation=(math.cos(0.3), math.sin(0.3), 0.0, 0.0)
    )
    ball = replace(even, bodies=tuple(bodies))
    assert find_mirror(ball, Tree(ball)).unevenness.distance < 1e-12


def moved_foot(character: Character, distance: float) -> Character:
    x, y, z = character.contacts[0].point
    first = replace(character.contacts[0], point=(x + distance, y, z))
    return replace(character, contacts=(first, *character.contacts[1:]))


def heavier(character: Character, kilograms: float) -> Character:
    name = character.mirror_pairs[0][0]
    return replace(
        character,
        bodies=tuple(
            replace(body, mass=body.mass + kilograms) if body.name == name else body
            for body in character.bodies
        ),
    )


def reversed_knees(character: Character) -> Character:
    """The first joint in a pair gets limits of which its other side has none."""
    name = character.mirror_pairs[0][0]
    return replace(
        character,
        joints=tuple(
            replace(joint, limits=tuple((2.9, 3.0) for _ in joint.limits), preferred=())
            if joint.body_b == name
            else joint
            for joint in character.joints
        ),
    )


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda c: moved_foot(c, 1.1 * SAME_PLACE * size_of(c)), "differ by at most .* mm, found .* mm"),
        (lambda c: heavier(c, 0.015 * c.mass), "masses that differ by at most"),
        (reversed_knees, "have no mirrored angle in common"),
    ],
)
def test_what_differs_more_is_refused_with_its_amount(
    even: Character, change: Callable[[Character], Character], told: str
) -> None:
    other = change(even)
    with pytest.raises(InputError, match=told):
        find_mirror(other, Tree(other))


def test_two_contacts_of_a_foot_keep_their_own_images(even: Character) -> None:
    """Even where they are nearer to each other than sides may differ."""
    first = even.contacts[0]
    x, y, z = first.point
    near = 0.3 * SAME_PLACE * size_of(even)
    mirror = find_mirror(even, Tree(even))
    other = even.contacts[mirror.contacts[0]]
    u, v, w = other.point
    pair = (
        replace(first, name="beside", point=(x + near, y, z)),
        replace(other, name="aside", point=(u + near, v, w)),
    )
    crowded = replace(even, contacts=(*even.contacts, *pair))
    images = find_mirror(crowded, Tree(crowded)).contacts
    assert images[images].tolist() == list(range(len(images)))
    assert [crowded.contacts[i].name for i in images[-2:]] == ["aside", "beside"]
