"""An open clip may begin and end at any speed; one at rest does not."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.character import Character
from solver.character.presets.chip import chip
from solver.errors import InputError
from solver.motion.clip import Clip
from solver.problem.constraints.at_rest import AtRest
from solver.problem.constraints.pin import Pin
from solver.problem.formulate import formulate
from solver.problem.job import AnimationTiming, ContactTiming, Job


def crouch(character: Character, *more: object) -> Job:
    """Half a second on both feet, 15 cm lower in the middle."""
    height = character.bodies[0].position[2]
    low = Pin("root.tz", 5, 5, height - 0.2, height - 0.15)
    timings = tuple(ContactTiming(contact.name, ((0.0, 1.0),)) for contact in character.contacts)
    return Job("crouch", character, AnimationTiming(0.5, 20.0), None, timings, (low, *more))


def end_speeds(clip: Clip) -> np.ndarray:
    """(2, n) of the first and of the last pair of frames."""
    return np.diff(clip.q, axis=0)[[0, -1]] / clip.step


def test_both_ends_rest() -> None:
    free, resting = animate(crouch(chip())), animate(crouch(chip(), AtRest()))
    assert free.provenance.solved
    assert resting.provenance.solved, resting.provenance.violations
    assert (np.abs(end_speeds(free)).max(1) > 1.0).all()
    assert np.abs(end_speeds(resting)).max() < 0.01 + 1e-4
    assert resting.report.linear_residual < 1e-6
    assert resting.report.slide < 1e-4


def test_one_end_rests() -> None:
    clip = animate(crouch(chip(), AtRest(end=False)))
    assert clip.provenance.solved
    start, end = np.abs(end_speeds(clip)).max(1)
    assert start < 0.01 + 1e-4
    assert end > 1.0


@pytest.mark.parametrize(
    ("rest", "told", "field"),
    [
        (AtRest(roots=("hips",)), "there is no root 'hips'", "job.constraints[1].roots"),
        (AtRest(start=False, end=False), "found neither", "job.constraints[1]"),
        (AtRest(speed=0.0), "expected a speed above 0, found 0", "job.constraints[1].speed"),
    ],
)
def test_refused(rest: AtRest, told: str, field: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        formulate(crouch(chip(), rest))
    assert caught.value.field == field


def test_a_cycle_has_no_ends(walk: Callable[..., Job]) -> None:
    with pytest.raises(InputError, match="a cycle has no ends"):
        formulate(replace(walk(), constraints=(AtRest(),)))


def test_a_fast_end_is_told_in_words() -> None:
    problem = formulate(crouch(chip(), AtRest()))
    x = np.zeros(problem.size)
    names, q = problem.setting.tree.names, problem.setting.variables.q
    x[q[1, names.index("L_knee.ry")]] = 0.1
    told = [str(violation) for violation in problem.violations(x, count=99)]
    assert "'L_knee' turns 115 degrees/s about its Y axis where it should rest at frame 0 (0.00 s)" in told
