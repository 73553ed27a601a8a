"""Queries find what they mean on creatures that they were not made for."""

from dataclasses import replace

import pytest

from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.fitting.presets.creature import BodyPlan, creature, random_creature
from solver.fitting.presets.human import human
from solver.fitting.presets.quadruped import quadruped
from solver.retarget.creature import Creature
from solver.retarget.query import EXTERNAL, Query


def names(query, character):
    found = Creature(character)
    return [character.bodies[b].name for b in query.select(found)]


def test_graspers_are_hands_or_what_arms_end_in():
    assert set(names(Query("grasper"), human())) == {"forearm.L", "forearm.R"}
    assert set(names(Query("grasper"), chip())) == {"L_forearm", "R_forearm"}
    assert names(Query("grasper"), quadruped()) == []


def test_feet_stand():
    assert len(names(Query("foot"), quadruped())) == 4
    assert set(names(Query("foot", ("front",)), quadruped())) == {"fore_paw.L", "fore_paw.R"}
    assert names(Query("foot", ("back", "left")), quadruped()) == ["hind_paw.L"]


def test_an_extent_finds_one():
    assert names(Query("any", extent="front"), quadruped()) == ["head"]
    assert names(Query("any", extent="back"), quadruped()) == ["tail"]


def test_places_of_a_set_part_what_is_all_in_front():
    many = creature(made(arms=4, is_upright=False, spine=4, stretch=1.5), name="four arms")
    assert len(names(Query("grasper", ("front",)), many)) == 4
    assert len(names(Query("grasper", ("front",), of_set=True), many)) < 4


def test_the_limb_modifier_walks_up_to_the_spine():
    assert names(Query("grasper", to_spine=True), human()) == ["chest"]
    assert names(Query("foot", ("front",), to_spine=True), quadruped()) == ["chest"]


def test_an_inverse_takes_all_others():
    dog = quadruped()
    inside, outside = names(Query("foot"), dog), names(Query("foot", inverse=True), dog)
    assert sorted([*inside, *outside]) == sorted(body.name for body in dog.bodies)


@pytest.mark.parametrize("seed", range(40))
def test_all_parts_of_generated_creatures_are_found(seed):
    anatomy = BodyPlan.drawn(seed)
    monster = random_creature(seed)
    hands = anatomy.arms * (2 if anatomy.branches and anatomy.arm_links > 2 else 1)
    assert len(names(Query("foot"), monster)) == anatomy.legs
    assert len(names(Query("grasper"), monster)) == hands
    assert len(names(Query("head"), monster)) == anatomy.heads
    assert len(names(Query("spine"), monster)) == anatomy.spine


def test_roles_are_not_needed():
    for seed in range(20):
        monster = random_creature(seed)
        nameless = replace(monster, bodies=tuple(replace(body, role="") for body in monster.bodies))
        assert names(Query("foot"), nameless) == names(Query("foot"), monster)


def test_an_external_target_has_no_body():
    assert Query(EXTERNAL).is_external
    assert names(Query(EXTERNAL), human()) == []


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (Query("grasper", ("front",), extent="left"), "left-most of the graspers in the front"),
        (Query("grasper", to_spine=True), "spine at the graspers"),
        (Query("foot", inverse=True), "all but feet"),
        (Query(EXTERNAL), "the target"),
    ],
)
def test_queries_read_as_words(query, words):
    assert str(query) == words


def test_unknown_words_are_named():
    with pytest.raises(InputError, match="wing"):
        Query("wing")
    with pytest.raises(InputError, match="upstairs"):
        Query("foot", ("upstairs",))


def made(**changes):
    return replace(BodyPlan.drawn(0), branches=False, unequal=0.0, **changes)
