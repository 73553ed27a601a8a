"""Legs walk: each in its time, without a slip, whatever their number."""

from dataclasses import replace

import numpy as np
import pytest

from solver.fitting.presets.creature import BodyPlan, creature, random_creature
from solver.fitting.presets.quadruped import quadruped
from solver.retarget.action import Gait
from solver.retarget.creature import Creature
from solver.retarget.gait.legs import leg_groups
from solver.retarget.gait.patterns import TABLES, pattern
from solver.retarget.locomotion import locomotion


@pytest.mark.parametrize("count", range(1, 13))
@pytest.mark.parametrize("speed", [0.1, 0.5, 1.0, 2.0])
def test_any_number_of_feet_has_a_pattern(count, speed):
    duty, triggers = pattern(count, speed)
    assert duty.shape == triggers.shape == (count,)
    assert ((duty > 0) & (duty < 1)).all()
    assert ((triggers >= 0) & (triggers < 1)).all()


def test_slow_many_legged_creatures_are_never_in_the_air():
    for count in (*TABLES, 7, 8):
        if count > 1:
            duty, triggers = pattern(count, 0.1)
            phase = np.linspace(0, 1, 200, endpoint=False)[:, None]
            assert ((phase - triggers) % 1 < duty).any(axis=1).all()


def test_a_dog_walks_in_lateral_sequence_and_trots_on_diagonals():
    dog = Creature(quadruped())
    names = [dog.character.bodies[b].name for b in leg_groups(dog)[0].feet]
    assert names == ["hind_paw.L", "hind_paw.R", "fore_paw.L", "fore_paw.R"]
    _, walk = pattern(4, 0.1)
    assert list(np.argsort(walk)) == [0, 2, 1, 3]
    _, trot = pattern(4, 0.8)
    assert trot[0] == pytest.approx(trot[3] % 1)
    assert trot[1] == pytest.approx(trot[2] % 1)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("turn", [0.0, 0.8])
def test_feet_on_the_ground_do_not_slip(seed, turn):
    walker = Creature(random_creature(seed))
    times = np.linspace(0, 2, 121)
    feet = locomotion(walker, Gait(0.4, turn=turn), times).feet
    both = feet.stands[1:] & feet.stands[:-1]
    assert both.any()
    assert np.abs(np.diff(feet.place, axis=0))[both].max() < 1e-12


def test_feet_follow_uneven_ground():
    walker = Creature(quadruped())
    hills = lambda places: 0.1 * np.sin(3 * places[:, 0])  # noqa: E731
    times = np.linspace(0, 2, 121)
    feet = locomotion(walker, Gait(0.4), times, ground=hills).feet
    home = walker.handle[list(feet.feet), 2]
    for k in range(len(feet.feet)):
        stands = feet.stands[:, k]
        assert np.allclose(feet.place[stands, k, 2], hills(feet.place[stands, k, :2]) + home[k])


def test_short_legs_step_faster_in_a_small_ratio():
    long, short = (
        creature(made(legs=4, leg_links=2, height=height), name=f"legs of {height}") for height in (1.0, 0.25)
    )
    assert len(leg_groups(Creature(long))) == 1
    slow, fast = (locomotion(Creature(c), Gait(0.4), np.linspace(0, 1, 61)).feet for c in (long, short))
    lands = [np.count_nonzero(np.diff(feet.stands.astype(int), axis=0) > 0) for feet in (slow, fast)]
    assert lands[1] > 1.5 * lands[0]


def test_who_has_no_feet_floats():
    whole = random_creature(2)
    worm = replace(whole, bodies=whole.bodies[:1], joints=(), contacts=(), mirror_pairs=())
    way = locomotion(Creature(worm), Gait(0.4), np.linspace(0, 2, 61))
    assert way.feet is None
    assert np.ptp(way.offset[:, 2]) > 0
    assert np.ptp(way.travel.origin[:, 0]) > 0


def made(**changes):
    return replace(BodyPlan.drawn(0), is_upright=False, unequal=0.0, **changes)
