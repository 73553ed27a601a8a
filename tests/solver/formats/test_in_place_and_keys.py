"""Cycles on the spot, and fewer keys within a tolerance."""

from dataclasses import replace

import numpy as np
import pytest

from solver.errors import InputError
from solver.formats.cubic_keys import hermite, keys_within, slopes_of
from solver.job.cycle import Cycle
from solver.motion.world_motion import WorldMotion


@pytest.mark.parametrize("yaw", [0.0, 0.4])
def test_even_walk_stands_still_on_the_spot(stander: WorldMotion, yaw: float) -> None:
    """A stander carried along by an even share of a cycle's transform does not move on the spot."""
    n, shift = 12, np.array([0.3, 1.2, 0.0])
    cycle = Cycle(tuple(shift), yaw)
    share = np.arange(n) / n
    position, orientation = stander.position.copy(), stander.orientation.copy()
    for t in range(n):  # the transform's own fraction: a screw
        part = Cycle(tuple(fraction_of(shift, yaw, share[t])), yaw * share[t])
        position[t] = part.move_points(stander.position[t])
        orientation[t] = part.move_orientations(stander.orientation[t])
    moving = replace(stander, cycle=cycle, position=position, orientation=orientation)
    spot = moving.in_place()
    assert spot.position == pytest.approx(stander.position, abs=1e-9)
    assert np.abs((spot.orientation * stander.orientation).sum(-1)) == pytest.approx(1.0)
    assert spot.cycle == Cycle()


def fraction_of(shift: np.ndarray, yaw: float, share: float) -> np.ndarray:
    """Shift of a share of the transform x' = R x + d: about its fixed axis c, (1 - R(s yaw)) c."""
    if yaw == 0.0:
        return share * shift
    turn = np.exp(1j * yaw)
    axis = complex(shift[0], shift[1]) / (1 - turn)
    part = (1 - np.exp(1j * yaw * share)) * axis
    return np.array([part.real, part.imag, 0.0])


def test_what_does_not_repeat_has_no_spot(stander: WorldMotion) -> None:
    with pytest.raises(InputError, match="does not repeat"):
        replace(stander, cycle=None).in_place()


def largest(difference: np.ndarray) -> np.ndarray:
    return np.abs(difference).max(1)


@pytest.mark.parametrize("tolerance", [0.05, 0.01, 0.001])
def test_curve_stays_within_its_tolerance_with_far_fewer_keys(tolerance: float) -> None:
    t = np.linspace(0, 2 * np.pi, 121)
    values = np.stack([np.sin(t), 0.5 * np.cos(2 * t), 0.1 * t], 1)
    keys = keys_within(values, tolerance, size=largest, closed=True)
    curve = hermite(values, slopes_of(values, closed=True), keys)
    assert largest(curve - values).max() <= tolerance
    assert len(keys) < 121 / 4
    assert (keys[0], keys[-1]) == (0, 120)


def test_cubic_needs_its_ends_only_and_noise_needs_everything() -> None:
    t = np.arange(30.0)[:, None]
    straight = keys_within(2.0 * t - 3.0, 1e-9, size=largest)
    assert straight.tolist() == [0, 29]
    noise = np.random.default_rng(0).normal(size=(30, 1))
    assert len(keys_within(noise, 1e-6, size=largest)) == 30
