"""Gait figures of a walk whose answers are known."""

import math

import numpy as np
import pytest

from solver.analysis.gait import gait_table, measure_gait
from solver.analysis.gait.forces import foot_forces, humps, stance
from solver.analysis.gait.people import walking_frequency


@pytest.mark.parametrize("heading", [0.0, -math.pi / 2, 2.0])
def test_figures_of_a_walk_any_way(make_walk, heading):
    figures = measure_gait(make_walk(heading))
    assert figures.speed == pytest.approx(1.2)
    assert figures.stride_frequency == pytest.approx(1.0)
    assert figures.stride_length == pytest.approx(1.2)
    assert figures.double_support == pytest.approx(0.2)
    assert figures.flight == 0
    assert figures.pelvis_excursion == pytest.approx(0.04)
    assert figures.com_excursion == pytest.approx(0.04)
    assert figures.com_sway == pytest.approx(0.0, abs=1e-9)
    assert figures.trunk_inclination == pytest.approx(0.0, abs=1e-6)
    assert [(foot.side, foot.name) for foot in figures.feet] == [("left", "L_calf"), ("right", "R_calf")]
    for foot, limbs in zip(figures.feet, figures.limbs.values(), strict=True):
        assert foot.forces.duty == pytest.approx(0.6)
        assert foot.forces.humps == 2
        assert foot.forces.first_hump == pytest.approx(1.1)
        assert foot.forces.valley == pytest.approx(0.75)
        assert foot.forces.second_hump == pytest.approx(1.15)
        assert foot.forces.braking == pytest.approx(-0.2)
        assert foot.forces.propulsion == pytest.approx(0.18)
        assert foot.forces.sideways == pytest.approx(0.05)
        assert foot.clearance == foot.lift == pytest.approx(0.03)
        assert limbs.hip_range == pytest.approx(40.0)
        assert limbs.knee_peak == pytest.approx(20.0, abs=0.5)
        assert limbs.arm_range == pytest.approx(30.0)
        assert math.isnan(limbs.ankle_range)


def test_arm_swings_with_the_opposite_leg(make_walk):
    figures = measure_gait(make_walk())
    # Left thigh and right arm go forward together.
    assert [limbs.arm_phase for limbs in figures.limbs.values()] == pytest.approx([1.0, 1.0])


def test_open_clip_has_no_stride(make_walk):
    figures = measure_gait(make_walk(is_cycle=False))
    assert figures.speed == pytest.approx(1.2)
    assert math.isnan(figures.stride_frequency)
    assert math.isnan(figures.stride_length)


def test_stance_runs_across_the_seam():
    touching = np.array([True, True, False, False, True])
    assert stance(touching, is_cycle=True) == [4, 0, 1]
    assert stance(touching, is_cycle=False) == [0, 1]
    assert stance(np.ones(3, bool), is_cycle=True) == [0, 1, 2]
    assert stance(np.zeros(3, bool), is_cycle=True) == []


@pytest.mark.parametrize(
    ("up", "tops"),
    [
        ([0.5, 1.1, 0.8, 0.7, 1.2, 0.4], [1, 4]),
        ([0.5, 1.1, 1.09, 1.1, 0.4], [1]),  # a ripple is no valley
        ([0.5, 1.0, 0.99, 1.2, 0.4], [3]),
        ([1.0, 0.8, 0.9], [0, 2]),  # humps at touchdown and lift-off
        ([0.5, 2.5, 0.5], [1]),
        ([], []),
    ],
)
def test_humps_stand_out(up, tops):
    assert humps(np.array(up)) == tops


def test_highest_hump_of_each_half_counts():
    up = np.array([0.3, 0.9, 0.8, 1.1, 0.7, 0.6, 1.0, 0.3])
    forces = foot_forces(up[:, None] * (0.0, 0.0, 1.0), np.ones(8, bool), is_cycle=False)
    assert (forces.humps, forces.first_hump, forces.valley, forces.second_hump) == (3, 1.1, 0.6, 1.0)


def test_foot_in_the_air_has_no_hump():
    forces = foot_forces(np.zeros((5, 3)), np.zeros(5, bool), is_cycle=True)
    assert forces.duty == forces.peak == forces.humps == 0
    assert math.isnan(forces.first_hump)
    assert math.isnan(forces.valley)


def test_law_of_stride_frequency_meets_the_measured_one():
    band = walking_frequency(1.3)
    assert band.holds(0.905)
    assert (band.low + band.high) / 2 == pytest.approx(0.905, rel=0.02)


def test_table_marks_what_is_human(make_walk):
    table = gait_table(measure_gait(make_walk()))
    rows = {row.split("|")[1].strip(): row for row in table.splitlines() if row.startswith("| ")}
    assert "0.60 / 0.60 | 0.60 to 0.68 | yes / yes" in rows["duty factor"]
    assert "40 / 40 | 35 to 50 | yes / yes" in rows["hip range [deg]"]
    assert "20 / 20 | 55 to 72 | **no** / **no**" in rows["knee flexion in swing [deg]"]
    assert "Umberger" in rows["stride frequency [Hz]"]
    assert "ankle range [deg]" not in rows
