"""What a job is told of an animator's keys, and how far the result is from them."""

from dataclasses import replace

import numpy as np
import pytest

from solver.analysis.departure import departures
from solver.animate import animate
from solver.fitting.presets.arm import planar_arm
from solver.job.job import AnimationTiming, Job
from solver.job.sketch import IGNORE, PIN, Key, specify
from solver.mechanics.tree import Tree

FRAMES = 31


@pytest.fixture
def drawn():
    """An arm of three joints whose first joint swings half a radian up and back; its tree and coordinates."""
    tree = Tree(planar_arm())
    q = np.zeros((FRAMES, tree.n))
    q[:, 0] = 0.5 * np.sin(np.pi * np.linspace(0, 1, FRAMES))
    return tree, q


def body_of(tree, dof):
    return tree.character.bodies[tree.body[dof]].name


def values(sketch, name):
    return np.array(next(c.values for c in sketch.coordinates if c.dof == name))


def test_without_keys_the_drawn_curve_is_followed(drawn):
    tree, q = drawn
    sketch, pins = specify(tree, q, {})
    assert values(sketch, tree.names[0]) == pytest.approx(q[:, 0])
    assert not pins


def test_between_steps_and_across_an_ignored_key_it_goes_straight(drawn):
    tree, q = drawn
    steps = (Key(0, is_stepped=True), Key(15, is_stepped=True), Key(30))
    sketch, _ = specify(tree, q, {body_of(tree, 0): steps})
    assert values(sketch, tree.names[0])[:16] == pytest.approx(np.linspace(0, q[15, 0], 16))
    ignored = (Key(0), Key(15, IGNORE), Key(30))
    sketch, _ = specify(tree, q, {body_of(tree, 0): ignored})
    assert values(sketch, tree.names[0]) == pytest.approx(np.zeros(FRAMES), abs=1e-12)


def test_a_body_whose_keys_are_all_ignored_is_free(drawn):
    tree, q = drawn
    sketch, pins = specify(tree, q, {body_of(tree, 0): (Key(0, IGNORE), Key(30, IGNORE))})
    assert tree.names[0] not in [c.dof for c in sketch.coordinates]
    assert not pins


def test_pins_are_met_and_hints_are_left_where_physics_asks(drawn):
    """A key that the arm is too weak to reach in time is left; a pin beside it is met."""
    tree, q = drawn
    sketch, pins = specify(tree, q, {body_of(tree, 0): (Key(0), Key(15, PIN), Key(30))}, weight=10.0)
    job = Job("arm", tree.character, AnimationTiming((FRAMES - 1) / 30, 30.0), constraints=pins)
    clip = animate(replace(job, objectives=(*job.objectives, sketch)))
    assert clip.provenance.solved
    assert clip.q[15, 0] == pytest.approx(q[15, 0], abs=1e-6)
    away = {departure.body: departure for departure in departures(clip)}
    assert away[body_of(tree, 0)].angle == pytest.approx(np.abs(clip.q - q)[:, 0].max(), abs=1e-6)
    assert departures(replace(clip, job=job)) == ()
