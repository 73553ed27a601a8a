"""What is true of a whole body whatever it does in the air: a parabola, a constant angular momentum."""

from dataclasses import replace

import numpy as np
import pytest

from solver.analysis.whole_body import (
    FlightSpan,
    angular_momentum,
    centre_of_mass,
    centre_velocity,
    flights,
    muscle_work,
)
from solver.verify.faults import frame_faults
from tests.solver.verify.throws import G, thrown


def test_centre_of_mass_flies_a_parabola():
    motion = thrown(1 / 60)
    centre = centre_of_mass(motion)
    assert np.diff(centre, 2, axis=0) * 60**2 == pytest.approx(np.tile([0.0, 0.0, -G], (23, 1)), abs=1e-8)
    assert centre_velocity(motion)[1:-1, 2] == pytest.approx(4.0 - G * np.arange(1, 24) / 60)


def test_angular_momentum_is_kept_in_flight():
    momentum = angular_momentum(thrown(1 / 240))
    inertia = 7.0 / 20 * np.array([0.5**2 + 0.9**2, 0.2**2 + 0.9**2, 0.2**2 + 0.5**2])
    assert momentum == pytest.approx(np.tile(inertia * [3.0, 7.0, -2.0], (25, 1)), abs=0.01)


def test_flights_are_the_stretches_without_contact(stander):
    assert flights(thrown(1 / 60)) == (FlightSpan(-1, 25),)
    assert flights(stander) == ()
    active = stander.contact_active.copy()
    active[3:6] = False
    airborne = replace(
        stander, contact_active=active, contact_forces=stander.contact_forces * active[..., None]
    )
    assert flights(airborne) == (FlightSpan(2, 6),)


def test_still_stander_breaks_nothing_and_a_jolt_shows_in_its_own_frames(stander):
    torques = np.zeros((12, 7))
    assert frame_faults(stander, torques).max() < 1e-6
    position = stander.position.copy()
    position[6, :, 2] += 0.02
    faults = frame_faults(replace(stander, position=position), torques)
    assert set(np.flatnonzero(faults > 1)) == {5, 6, 7}


def test_pulling_ground_is_a_fault(stander):
    forces = stander.contact_forces.copy()
    forces[4, 1, 2] = -100.0
    forces[4, 0, 2] += 100.0
    assert frame_faults(replace(stander, contact_forces=forces), np.zeros((12, 7)))[4] > 1


def test_muscle_work_is_a_share_of_strength(stander, clip_of):
    clip = clip_of(stander)
    torques = clip.torques.copy()
    torques[3, -1] = -50.0  # of the hip's 100 N m
    work = muscle_work(replace(clip, torques=torques))
    assert work[3].tolist() == [0.0, 0.5]
    assert work[[0, 11]].max() == 0.0
