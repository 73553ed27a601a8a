"""Actions as creatures of any size and kind play them."""

import numpy as np
import pytest

from solver.fitting.presets.creature import random_creature
from solver.retarget.actions.table import ACTIONS, version_for
from solver.retarget.creature import Creature
from solver.retarget.playback import play


def playing(name, seed, **options):
    creature = Creature(random_creature(seed))
    return play(version_for(ACTIONS[name], creature), creature, fps=15, **options)


def handle(played, body):
    creature, motion = played.binding.creature, played.motion
    arm = creature.frame[1] @ (creature.handle[body] - creature.center[body])
    return motion.position[:, body] + motion.turn[:, body] @ arm


@pytest.mark.parametrize("seed", [1, 3, 8])
def test_a_hand_meets_the_mouth_that_moves_meanwhile(seed):
    played = playing("eat", seed)
    creature = played.binding.creature
    hand = next(goal for goal in played.goals if goal.partner is not None)
    away = np.linalg.norm(handle(played, hand.body) - handle(played, hand.partner.body), axis=1)
    assert away.min() < 0.05 * creature.limb_length[hand.body]
    assert away[0] > 0.2 * creature.limb_length[hand.body]


def test_large_creatures_take_their_time():
    small, large = (playing("nod", seed) for seed in (3, 8))
    sizes = [played.binding.creature.mean_limb for played in (small, large)]
    ratio = large.motion.seconds / small.motion.seconds
    assert ratio == pytest.approx(np.sqrt(sizes[1] / sizes[0]))
    assert playing("nod", 8, pace=1.0).motion.seconds == pytest.approx(1.4)


def test_feet_that_a_channel_moves_stand_while_they_are_down():
    played = playing("jump", 3)
    assert played.stands[[0, -1]].all()
    assert (~played.stands).all(axis=1).any()
