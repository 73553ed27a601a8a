"""Played actions as physical motions, whatever the size of the creature."""

from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.fitting.presets.creature import BodyPlan, creature, random_creature
from solver.retarget.actions.table import ACTIONS, version_for
from solver.retarget.creature import Creature
from solver.retarget.physical import own_size, physical_job
from solver.retarget.playback import play
from solver.retarget.similarity import Similarity


def grown(height):
    plan = replace(BodyPlan.drawn(2), height=height, legs=4, leg_links=2, is_upright=False, spine=2)
    return Creature(creature(plan, name=f"of {height} m"))


def bowing(of):
    return play(version_for(ACTIONS["lean"], of), of, fps=6)


@pytest.mark.parametrize("height", [0.03, 8.0])
def test_any_size_is_solved_and_judged_in_its_own(height):
    of = grown(height)
    played = bowing(of)
    clip = own_size(animate(physical_job(played)), played)
    assert clip.provenance.solved
    assert clip.report.linear_residual < 1e-6
    assert clip.report.torque_excess < 1e-6
    assert clip.motion.seconds == pytest.approx(played.motion.seconds)
    away = np.linalg.norm(clip.motion.position - played.motion.position, axis=2)
    assert away.max() < 0.15 * of.mean_limb
    total = clip.motion.contact_forces.sum(axis=1)[1:-1, 2].mean()
    assert total == pytest.approx(9.81 * of.character.mass, rel=0.2)


def test_similar_creatures_have_the_same_job():
    small, large = (physical_job(bowing(grown(height))) for height in (0.1, 3.0))
    assert small.timing.length == pytest.approx(large.timing.length)
    for a, b in zip(small.character.bodies, large.character.bodies, strict=True):
        assert a.mass == pytest.approx(b.mass)
        assert a.position == pytest.approx(b.position, abs=1e-9)


def test_a_similarity_and_its_inverse_are_none():
    of = Creature(random_creature(7))
    similarity = Similarity.to_person(of)
    again = similarity.inverse.character(similarity.character(of.character))
    assert again.mass == pytest.approx(of.character.mass)
    for a, b in zip(again.joints, of.character.joints, strict=True):
        assert a.torque_limits == pytest.approx(b.torque_limits)


def test_what_channels_call_important_weighs_more():
    of = Creature(random_creature(8))
    played = play(version_for(ACTIONS["pick"], of), of, fps=8)
    closeness = physical_job(played).objectives[-1]
    weights = {body.body: max(body.envelope or (1.0,)) for body in closeness.bodies}
    hand = of.character.bodies[next(g.body for g in played.goals if g.importance == 2)].name
    assert weights[hand] == pytest.approx(2.0)
    assert weights["hips"] == pytest.approx(1.0)
