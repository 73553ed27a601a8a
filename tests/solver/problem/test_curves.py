"""Curves: knots inserted without a change, what may be a curve, and what is refused."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy.interpolate import BSpline

from solver.fitting.presets.arm import spatial_arm
from solver.fitting.presets.particle import particle
from solver.job.basis import Spline
from solver.job.job import AnimationTiming, Job
from solver.problem.half_cycle import full_unknowns
from solver.problem.splines.curves import make_curves
from solver.problem.splines.knots import DEGREE, Knots, even_knots
from solver.problem.transcription import transcribe

END = 20.0
TINY = 1e-12


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("n_spans", [4, 5, 9])
def test_inserted_knots_leave_the_curve_as_it_is(n_spans: int, closed: bool) -> None:
    rng = np.random.default_rng(n_spans)
    times = np.linspace(0.0, END, 300, endpoint=not closed)
    for _ in range(20):
        inner = np.linspace(0.0, END, n_spans + 1)[1:-1] + rng.uniform(-0.8, 0.8, n_spans - 1)
        knots = Knots(np.array([0.0, *inner, END]), closed)
        controls = rng.normal(size=knots.n_controls)
        curve = knots.matrix(times) @ controls
        for at in rng.uniform(0.01, END - 0.01, 5):  # one after another
            knots, matrix = knots.inserted(float(at))
            controls = matrix @ controls
        assert np.abs(knots.matrix(times) @ controls - curve).max() < TINY


def test_open_curve_has_the_values_that_scipy_gives_it() -> None:
    knots, times = Knots(np.array([0.0, 3.0, 4.0, 9.0, 15.0, END]), closed=False), np.linspace(0.0, END, 41)
    expected = BSpline.design_matrix(times, knots.vector, DEGREE).toarray()
    assert np.abs(knots.matrix(times) - expected).max() < TINY


def test_closed_curve_meets_itself_smoothly() -> None:
    knots = Knots(np.array([0.0, 3.0, 4.0, 9.0, 15.0, END]), closed=True)
    controls, h = np.random.default_rng(1).normal(size=knots.n_controls), 1e-3
    end, start = np.array([END - 3 * h, END - 2 * h, END - h]), np.array([0.0, h, 2 * h, 3 * h])
    around = np.concatenate([knots.matrix(end) @ controls, knots.matrix(start) @ controls])
    second = np.diff(around, 2) / h**2
    assert np.abs(np.diff(second)).max() < 0.01


@pytest.mark.parametrize("closed", [False, True])
def test_shares_are_a_hull(closed: bool) -> None:
    knots = even_knots(np.arange(20.0), 20.0 - (not closed), spans=7, closed=closed)
    shares = knots.matrix(np.arange(20.0))
    assert shares.min() >= 0.0
    assert np.abs(shares.sum(1) - 1.0).max() < TINY


@pytest.mark.parametrize("closed", [False, True])
def test_no_more_control_points_than_frames_tell(closed: bool) -> None:
    knots = even_knots(np.arange(20.0), 20.0 - (not closed), spans=500, closed=closed)
    assert 15 <= knots.n_controls <= 20
    assert np.linalg.matrix_rank(knots.matrix(np.arange(20.0))) == knots.n_controls


def test_roots_without_muscles_stay_per_frame(walk: Callable[..., Job]) -> None:
    transcription = transcribe(walk())
    curves = make_curves(transcription, Spline(6.0))
    roots = {i for i, name in enumerate(transcription.tree.names) if name.startswith("root.")}
    assert set(curves.dofs) == set(range(transcription.tree.n)) - roots
    assert all(knots.closed and knots.n_controls == 6 for knots in curves.knots)


def test_fixed_arm_and_jet_are_curves_wholly() -> None:
    for character in (spatial_arm(), particle(1000.0)):
        transcription = transcribe(Job("open", character, AnimationTiming(1.0, 30.0)))
        curves = make_curves(transcription, Spline(5.0))
        assert len(curves.dofs) == transcription.tree.n
        assert all(knots.n_controls == 8 and not knots.closed for knots in curves.knots)


def test_pattern_chooses() -> None:
    transcription = transcribe(Job("open", spatial_arm(), AnimationTiming(1.0, 30.0)))
    chosen = make_curves(transcription, Spline(5.0, dofs="shoulder*")).dofs
    assert [transcription.tree.names[i] for i in chosen] == ["shoulder.rx", "shoulder.ry", "shoulder.rz"]


@pytest.mark.parametrize("half", [-1, 1])
def test_halves_of_a_curve_repeat_each_other(half: int) -> None:
    rng, times = np.random.default_rng(half + 1), np.linspace(0.0, END / 2, 150, endpoint=False)
    knots = even_knots(times, END, spans=7, closed=True, half=half)
    assert knots.n_controls == 3
    controls = rng.normal(size=knots.n_controls)
    curve = knots.matrix(times) @ controls
    assert knots.matrix(times + END / 2) @ controls == pytest.approx(half * curve)
    for at in rng.uniform(0.01, END / 2 - 0.01, 4):
        knots, matrix = knots.inserted(float(at))
        controls = matrix @ controls
    assert knots.n_controls == 7
    assert np.abs(knots.matrix(times) @ controls - curve).max() < TINY


def test_curves_of_a_mirrored_cycle_are_those_of_the_whole_cycle(walk: Callable[..., Job]) -> None:
    """Half the control points, and every joint of the unfolded motion lies on a closed curve of its own."""
    job = walk(24)
    assert job.cycle is not None
    transcription = transcribe(replace(job, cycle=replace(job.cycle, mirrored=True)))
    whole, basis = transcription.full_cycle, Spline(8.0)
    curves, full = make_curves(transcription, basis), make_curves(whole, basis)
    assert 2 * sum(k.n_controls for k in curves.knots) == sum(k.n_controls for k in full.knots)
    c = np.random.default_rng(4).normal(size=curves.size)
    x = full_unknowns(transcription, curves.matrix @ c, whole)
    q = whole.variables.q[:, list(full.dofs)]
    assert (full.matrix @ full.fitted(x))[q] == pytest.approx(x[q], abs=1e-10)


@pytest.mark.parametrize("mirrored", [False, True])
def test_motion_of_a_curve_is_fitted_and_refined_exactly(walk: Callable[..., Job], mirrored: bool) -> None:
    job = walk(24)
    assert job.cycle is not None
    transcription = transcribe(replace(job, cycle=replace(job.cycle, mirrored=mirrored)))
    curves, rng = make_curves(transcription, Spline(6.0)), np.random.default_rng(2)
    c = rng.normal(size=curves.size)
    x = curves.matrix @ c
    assert np.abs(curves.fitted(x) - c).max() < 1e-10
    finer, insertion = curves.refined(rng.normal(size=transcription.variables.q.shape))
    assert finer.size > curves.size
    assert np.abs(finer.matrix @ (insertion @ c) - x).max() < TINY


def test_basis_comes_back_from_json(walk: Callable[..., Job]) -> None:
    job = replace(walk(), basis=Spline(7.0, "L_*", 2))
    assert Job.from_json(job.to_json()) == job
