"""An open clip's limits and posture are about its heading: turned with the clip, nothing changes."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.job.cycle import Cycle
from solver.job.job import Job
from solver.motion.pieces import moved
from solver.problem.formulate import formulate

QUARTER = np.pi / 2


@pytest.fixture(scope="module")
def stand(walk: Callable[..., Job]) -> Job:
    """Two steps from nowhere in particular."""
    return replace(walk(12, length=0.6), cycle=None)


def test_a_turned_heading_turns_the_motion(stand: Job) -> None:
    ahead, aside = (animate(replace(stand, heading=heading)) for heading in ((), (QUARTER,)))
    assert aside.provenance.solved
    assert aside.provenance.objective == pytest.approx(ahead.provenance.objective, rel=1e-3)
    turn = moved(ahead.motion, Cycle(yaw=QUARTER))
    assert aside.motion.turn[:, 0] == pytest.approx(turn.turn[:, 0], abs=0.02)


def test_limits_of_the_root_are_about_the_heading(stand: Job) -> None:
    around = replace(stand, heading=(0.0, QUARTER, 2 * QUARTER))  # its limits are 0.5 rad
    clip = animate(around)
    assert clip.provenance.solved
    yaw = np.unwrap(np.arctan2(clip.motion.turn[:, 0, 1, 0], clip.motion.turn[:, 0, 0, 0]))
    assert yaw[-1] - yaw[0] > 1.5
    assert np.abs(clip.q[:, 3]).max() <= 0.5 + 1e-6


def test_a_clip_keeps_its_heading(stand: Job) -> None:
    clip = animate(replace(stand, heading=(0.3, 0.6)))
    again = Clip.from_bytes(clip.to_bytes())
    assert again.motion.coordinates == pytest.approx(clip.q, abs=1e-6)
    assert again.motion.heading == (0.3, 0.6)


def test_a_cycle_has_a_heading_of_its_own(walk: Callable[..., Job]) -> None:
    with pytest.raises(InputError, match="follows from its yaw"):
        formulate(walk(heading=(0.1,)))
