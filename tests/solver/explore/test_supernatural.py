"""Help is none within nature, and as little as may be beyond it."""

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from solver.animate import animate
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.explore.flight import Flight
from solver.explore.supernatural import HELP, NATURAL, Help, help_of, is_natural, with_help
from solver.job.job import Job
from solver.job.when import When
from solver.mechanics.tree import Tree
from solver.optimise.start import Start
from tests.solver.physical import assert_judged, assert_physical
from tests.support.hop import hop as made_hop
from tests.support.solved_once import Solved

WEAK = 0.2  # of a person's strength


@pytest.fixture(scope="module")
def hop() -> Job:
    return made_hop()


@pytest.fixture(scope="module")
def alone(hop: Job, solved: Solved) -> Clip:
    return solved(hop)


@pytest.fixture(scope="module")
def helped(hop: Job) -> Clip:
    """Somebody too weak to jump like that."""
    return animate(with_help(_weaker(hop), Help()))


def test_who_is_strong_enough_gets_no_help(hop: Job, alone: Clip, judge: ModuleType) -> None:
    clip = animate(with_help(hop, Help()), start=Start.of_clip(alone))
    assert_physical(clip)
    assert_judged(clip, judge)
    assert help_of(clip) < NATURAL
    assert is_natural(clip)
    assert clip.provenance.objective == pytest.approx(alone.provenance.objective, rel=5e-3)


def test_who_is_too_weak_gets_some(hop: Job, helped: Clip, judge: ModuleType) -> None:
    assert_physical(helped)
    assert_judged(helped, judge)
    assert not is_natural(helped)
    assert _push(helped).min() > -1e-3
    assert helped.provenance.terms[HELP] == pytest.approx(Help().price * help_of(helped), rel=0.02)


def test_dearer_help_is_less_help(hop: Job, helped: Clip) -> None:
    dear = animate(with_help(_weaker(hop), Help(price=1.0)))
    assert dear.provenance.solved
    assert help_of(dear) < help_of(helped)


def test_help_is_given_at_take_off_alone(hop: Job, helped: Clip) -> None:
    flight = Flight.of(hop)
    job = with_help(_weaker(hop), Help(when=When(0, flight.first - 1)))
    [late] = (each for each in job.constraints if getattr(each, "name", "") == "no help then")
    assert (late.when.first, late.when.last) == (flight.first, -2)
    clip = animate(job, start=Start.of_clip(helped))
    assert_physical(clip)
    assert help_of(clip) > NATURAL
    weight = 9.81 * sum(body.mass for body in clip.job.character.bodies)
    np.testing.assert_allclose(_push(clip)[flight.first :], 0.0, atol=1e-5 * weight)


def test_a_motion_without_help_says_so(walked: Clip) -> None:
    assert help_of(walked) == 0
    assert is_natural(walked)


def test_what_cannot_be_helped_is_refused(flight: Callable[..., Job], hop: Job) -> None:
    with pytest.raises(InputError, match="with forces on its root"):
        with_help(flight(), Help())
    with pytest.raises(InputError, match="price"):
        with_help(hop, Help(price=0.0))
    with pytest.raises(InputError, match="from one frame to another"):
        with_help(hop, Help(when=When(contact="L_foot")))


def _weaker(job: Job) -> Job:
    joints = tuple(
        replace(joint, torque_limits=tuple(WEAK * limit for limit in joint.torque_limits))
        for joint in job.character.joints
    )
    return replace(job, character=replace(job.character, joints=joints))


def _push(clip: Clip) -> np.ndarray:
    """(N,) force on the root [N]."""
    return np.asarray(clip.torques[:, Tree(clip.job.character).names.index("root.tz")])
