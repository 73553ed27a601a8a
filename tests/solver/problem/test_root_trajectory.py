"""An open clip's first guess leaps: the root falls freely in flight, turns there, and feet go with it."""

import numpy as np
import pytest

from solver.fitting.presets.chip import chip
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.problem.guess.footprints import footprints
from solver.problem.guess.root_trajectory import flying, travel
from solver.problem.transcription import Transcription, transcribe

REST = chip().bodies[0].position[2]
FAR = 0.5  # m


def leap(*pins: Pin) -> Transcription:
    stances = ((0.0, 0.35), (0.65, 0.35))
    timings = tuple(ContactTiming(name, stances) for name in ("L_foot", "R_foot"))
    ends = (Pin("root.tx", 0, 1, 0.0, 0.0), Pin("root.tx", -2, -1, FAR, FAR))
    return transcribe(Job("leap", chip(), AnimationTiming(1.5, 30.0), None, timings, (*ends, *pins)))


def column(transcription: Transcription, name: str) -> np.ndarray:
    return travel(transcription)[:, transcription.tree.names.index(name)]


def test_root_falls_freely_in_flight_and_squats_before() -> None:
    transcription = leap()
    height, flies = column(transcription, "root.tz"), flying(transcription)
    inner = np.flatnonzero(flies[1:-1])
    fall = np.diff(height, 2)[inner] / transcription.timeline.step**2
    assert fall == pytest.approx(-9.81, rel=0.05)
    assert height[~flies].max() < REST + 0.01  # legs do not lengthen
    assert height[~flies].min() < REST - 0.03
    assert height[flies].max() > REST + 0.05


def test_way_meets_its_pins_without_corners() -> None:
    transcription = leap()
    way, flies = column(transcription, "root.tx"), flying(transcription)
    assert way[[0, 1, -2, -1]] == pytest.approx([0.0, 0.0, FAR, FAR])
    assert np.diff(way).min() > -0.01
    speed = np.diff(way)[np.flatnonzero(flies[:-1] & flies[1:])]
    assert np.ptp(speed) < 0.05 * speed.mean()  # nothing pushes in flight


def test_a_turn_happens_in_flight_and_the_feet_go_round() -> None:
    """The guess only: Chip himself may not turn over."""
    ends = (Pin("root.rz", 0, 1, 0.0, 0.0), Pin("root.rz", -2, -1, 1.5, 1.5))
    transcription = leap(*ends)
    turn, flies = column(transcription, "root.rz"), flying(transcription)
    assert np.ptp(turn[flies]) > 0.4 * 1.5  # in a third of the time
    targets, pull = footprints(transcription, travel(transcription))
    across = targets[-1, 0, :2] - targets[-1, 1, :2]  # from the right print to the left
    assert np.arctan2(-across[0], across[1]) == pytest.approx(1.5, abs=0.3)
    assert (pull[flies] < 1).all()
    assert targets[flies][:, :, 2].max() > 0.1


@pytest.mark.parametrize("yaw", [0.0, 2 * np.pi, -2 * np.pi])
def test_a_cycle_of_whole_turns_goes_straight(yaw: float) -> None:
    """Nothing stays where it is, so there is no circle to go round: half the turn, half the way."""
    turn, shift = Cycle((1.0, 0.5, 0.0), yaw).part(np.array([0.5, 1.0]))
    assert shift == pytest.approx(np.array([[0.5, 0.25, 0.0], [1.0, 0.5, 0.0]]))
    assert turn[0, 0, 0] == pytest.approx(np.cos(yaw / 2))
