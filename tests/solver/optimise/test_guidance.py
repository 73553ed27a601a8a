"""The artist's hand: smoothing, shaking, damping, reweighing, and going on from there."""

from collections.abc import Callable

import numpy as np
import pytest

from solver.errors import InputError
from solver.job.job import Job
from solver.optimise.guidance import damp, refine, reweigh, reweighed, shake, smooth
from solver.optimise.solution import Solution
from solver.optimise.solve import solve

Make = Callable[..., Job]
HIP = "L_hip.ry"


@pytest.fixture(scope="module")
def walking(walk: Make) -> Solution:
    return solve(walk(), send=lambda _: None, cancelled=lambda: False)


def roughness(x: np.ndarray, walking: Solution) -> float:
    q = x[walking.problem.transcription.variables.q]
    return float((np.diff(q, 2, axis=0) ** 2).sum())


def test_smoothing_makes_smoother_and_leaves_the_rest(walking: Solution) -> None:
    transcription = walking.problem.transcription
    rough = walking.x.copy()
    rough[transcription.variables.q] += np.random.default_rng(0).normal(
        0, 0.03, transcription.variables.q.shape
    )
    out = smooth(transcription, rough)
    assert roughness(out, walking) < 0.2 * roughness(rough, walking)
    assert np.array_equal(out[transcription.variables.torque], rough[transcription.variables.torque])
    one = smooth(transcription, rough, dofs=[HIP], frames=(5, 9))
    changed = np.argwhere((one != rough)[transcription.variables.q])
    assert set(changed[:, 1]) == {transcription.tree.names.index(HIP)}
    assert set(changed[:, 0]) == set(range(5, 10))


def test_smoothing_a_straight_way_changes_nothing(walking: Solution, flight: Make) -> None:
    transcription = walking.problem.transcription
    x = walking.x.copy()
    x[transcription.variables.q] = 0.3
    x[transcription.variables.q[:, 0]] = np.arange(20) * 1.3 / 20
    assert smooth(transcription, x) == pytest.approx(x, abs=1e-12)
    transcription = solve(flight(), send=lambda _: None, cancelled=lambda: False).problem.transcription
    x = np.zeros(transcription.variables.size)
    x[transcription.variables.q] = np.linspace(0, 1, 21)[:, None]
    assert smooth(transcription, x) == pytest.approx(x, abs=1e-12)


def test_shaking_is_smooth_seeded_and_as_large_as_asked(walking: Solution) -> None:
    transcription = walking.problem.transcription
    q = transcription.variables.q
    moved = [
        shake(transcription, walking.x, amplitude=0.1, seed=seed)[q] - walking.x[q] for seed in range(20)
    ]
    assert np.sqrt(np.mean(np.square(moved))) == pytest.approx(0.1, rel=0.1)
    again = shake(transcription, walking.x, amplitude=0.1, seed=3)[q] - walking.x[q]
    assert np.array_equal(again, moved[3])
    assert not np.allclose(moved[3], moved[4])
    seam = np.vstack([again, again[:1]])
    assert np.abs(np.diff(seam, axis=0)).max() < 0.25  # no frame jumps, nor does the seam
    part = shake(transcription, walking.x, amplitude=0.1, dofs=[HIP], frames=(4, 12))
    changed = np.argwhere((part != walking.x)[q])
    assert set(changed[:, 1]) == {transcription.tree.names.index(HIP)}
    assert changed[:, 0].min() >= 4
    assert changed[:, 0].max() <= 12
    assert part[q][[4, 12]] == pytest.approx(walking.x[q][[4, 12]])


def test_damped_motion_changes_by_a_step_at_most(walking: Solution) -> None:
    problem = reweighed(walking.problem, {"posture": 20.0})
    free = refine(problem, walking.x)
    assert free.solved
    q = problem.transcription.variables.q
    assert np.abs((free.x - walking.x)[q]).max() > 0.05
    damped = refine(damp(problem, walking.x, step=0.02), walking.x)
    assert damped.solved
    assert np.abs((damped.x - walking.x)[q]).max() <= 0.02 + 1e-6
    assert problem.value(free.x) < problem.value(damped.x) < problem.value(walking.x)
    hip = problem.transcription.tree.names.index(HIP)
    one = refine(damp(problem, walking.x, step=0.01, dofs=[HIP]), walking.x)
    assert np.abs((one.x - walking.x)[q[:, hip]]).max() <= 0.01 + 1e-6
    assert np.abs((one.x - walking.x)[q]).max() > 0.02


def test_shaken_motion_is_found_again(walking: Solution) -> None:
    x = shake(walking.problem.transcription, walking.x, amplitude=0.05, seed=1)
    found = refine(walking.problem, x)
    assert found.solved
    assert walking.problem.value(found.x) == pytest.approx(walking.problem.value(walking.x), rel=0.03)


def test_a_few_iterations_at_a_time(walking: Solution) -> None:
    problem = reweighed(walking.problem, {"acceleration": 4.0})
    found = refine(problem, walking.x, iterations=5)
    assert not found.solved
    assert found.iterations == 5
    for _ in range(10):
        if found.solved:
            break
        found = refine(problem, found.x, multipliers=found.multipliers, iterations=5)
    assert found.solved
    assert problem.value(found.x) < problem.value(walking.x)


def test_what_is_not_there_is_refused(walking: Solution) -> None:
    transcription = walking.problem.transcription
    with pytest.raises(InputError, match=r"did you mean 'L_hip.ry'"):
        smooth(transcription, walking.x, dofs=["L_hip.ryy"])
    with pytest.raises(InputError, match="frames within 0 to 19"):
        shake(transcription, walking.x, amplitude=0.1, frames=(3, 20))
    with pytest.raises(InputError, match="did you mean 'posture'"):
        reweigh(transcription.job, {"postur": 1.0})
