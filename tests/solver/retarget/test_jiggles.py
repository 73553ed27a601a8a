"""Secondary motion is passive: it lags, settles and changes nothing that channels move."""

from dataclasses import replace

import numpy as np
import pytest

from solver.fitting.presets.creature import BodyPlan, creature
from solver.retarget.actions.table import ACTIONS, version_for
from solver.retarget.creature import Creature
from solver.retarget.jiggles import jiggled
from solver.retarget.playback import play
from solver.rotations import angle_between


@pytest.fixture(scope="module")
def tailed():
    plan = replace(BodyPlan.drawn(2), height=0.5, legs=4, is_upright=False, arms=0, heads=1, tail=3, spine=2)
    return Creature(creature(plan, name="with a tail"))


def index(of, name):
    return of.character.body_index(name)


def test_a_tail_lags_behind_and_settles(tailed):
    before = play(version_for(ACTIONS["lean"], tailed), tailed)
    after = jiggled(before)
    tip = index(tailed, "tail3")
    away = angle_between(before.motion.turn[:, tip], after.motion.turn[:, tip])
    assert away[0] < 1e-6
    assert 0.02 < away.max() < 1.0


def test_what_channels_move_is_as_it_was(tailed):
    before = play(version_for(ACTIONS["crouch"], tailed), tailed)
    after = jiggled(before)
    kept = [
        b for b in tailed.bodies if not tailed.character.bodies[b].name.startswith(("tail", "neck", "head"))
    ]
    assert np.array_equal(before.motion.position[:, kept], after.motion.position[:, kept])


def test_bodies_stay_joined(tailed):
    after = jiggled(play(version_for(ACTIONS["lean"], tailed), tailed)).motion
    for joint in tailed.character.joints:
        a, b = (
            after.carried(tailed.character.body_index(name), joint.position)
            for name in (joint.body_a, joint.body_b)
        )
        assert np.abs(a - b).max() < 1e-9


def test_steady_travel_has_no_lag_and_a_cycle_closes(tailed):
    before = play(version_for(ACTIONS["walk"], tailed), tailed)
    after = jiggled(before)
    tip = index(tailed, "tail3")
    off = after.motion.position[:, tip] - before.motion.position[:, tip]
    assert np.linalg.norm(off.mean(axis=0)) < 0.25 * np.linalg.norm(off, axis=1).max()
    turn = after.motion.turn[:, tip]
    steps = angle_between(turn[1:], turn[:-1])
    closing = angle_between(turn[-1:], turn[:1])[0]
    assert closing < 2 * steps.max() + 1e-3
