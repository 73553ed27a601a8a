"""Motions of curves: derivatives through the map, convergence to the motion per frame, and a walk judged."""

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from solver.animate import animate
from solver.fitting.presets.arm import planar_arm
from solver.formats.motion_json import to_motion_json
from solver.job.basis import PerFrame, Spline
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job, SolverOptions
from solver.job.objectives.effort import Effort
from solver.optimise.ipopt import minimise
from solver.optimise.recipe import COLD
from solver.optimise.reparametrised import Reparametrised
from solver.optimise.solve import solve
from solver.problem.formulate import formulate
from solver.problem.guess.first_guess import first_guess
from solver.problem.splines.curves import make_curves
from tests.support.derivatives import TOLERANCE, assert_close, dense, differences, directions

N_FRAMES = 65
GOAL = {"shoulder.ry": (0.0, -1.2), "elbow.ry": (-0.2, -0.9), "wrist.ry": (0.0, -0.4)}


def reach(*, limits: tuple[float, float] = (-6.0, 6.0)) -> Job:
    """An arm without weight goes from rest to rest with the least effort."""
    arm = planar_arm()
    arm = replace(arm, joints=tuple(replace(j, limits=(limits,)) for j in arm.joints))
    pins = [
        Pin(dof, *frames, value, value)
        for dof, ends in GOAL.items()
        for frames, value in zip(((0, 1), (-2, -1)), ends, strict=True)
    ]
    return Job(
        "reach", arm, AnimationTiming(1.0, N_FRAMES - 1.0), constraints=tuple(pins), objectives=(Effort(),),
        gravity=(0.0, 0.0, 0.0), options=SolverOptions(tolerance=1e-8),
    )  # fmt: skip


def mirrored(job: Job) -> Job:
    """Half of a cycle."""
    assert job.cycle is not None
    return replace(job, cycle=replace(job.cycle, mirrored=True))


@pytest.mark.parametrize("hull", [True, False])
@pytest.mark.parametrize("clip", ["open", "closed", "mirrored"])
def test_derivatives(walk: Callable[..., Job], clip: str, hull: bool) -> None:
    clips = {
        "open": replace(reach(), timing=AnimationTiming(0.5, 20.0)),
        "closed": walk(6),
        "mirrored": mirrored(walk(8)),
    }
    job = clips[clip]
    problem = formulate(job)
    curves = make_curves(problem.transcription, Spline(5.0))
    view = Reparametrised(problem, curves.matrix, hull=hull)
    rng = np.random.default_rng(3)
    c, multipliers, size = rng.normal(0.0, 0.5, view.size), rng.normal(size=len(view.g_lower)), view.size

    def jacobian(at: np.ndarray) -> np.ndarray:
        return dense(view.jacobian_pattern, view.jacobian(at), len(multipliers), size)

    along = directions(size)
    assert_close(along @ view.gradient(c), differences(view.value, c, along))
    assert_close(jacobian(c) @ along.T, differences(view.constraints, c, along))
    lower = dense(view.hessian_pattern, view.hessian(c, multipliers, 0.6), size, size)
    expected = differences(lambda at: 0.6 * view.gradient(at) + multipliers @ jacobian(at), c, along)
    assert_close((lower + np.tril(lower, -1).T) @ along.T, expected)
    for row, column in (view.jacobian_pattern, view.hessian_pattern):
        assert len(np.unique(row * size + column)) == len(row)
    assert all((index[view.hessian_diagonal] == np.arange(size)).all() for index in view.hessian_pattern)


@pytest.mark.parametrize("hull", [True, False])
def test_bounds_of_control_points_and_rows_keep_every_value_within_its_own(hull: bool) -> None:
    problem = formulate(reach(limits=(-1.3, 1.3)))
    view = Reparametrised(problem, make_curves(problem.transcription, Spline(9.0)).matrix, hull=hull)
    rng = np.random.default_rng(4)
    ends = np.clip(view.lower, -9.0, 9.0), np.clip(view.upper, -9.0, 9.0)
    for _ in range(20):
        c = np.where(rng.random(view.size) < 0.5, *ends)
        x = view.unknowns(c)
        outside = (x < problem.lower - TOLERANCE) | (x > problem.upper + TOLERANCE)
        assert not np.setdiff1d(np.flatnonzero(outside), view.rowed).size
    pins, limits = 2 * len(GOAL), len(GOAL) * (N_FRAMES - 2)  # the first and last value are control points
    assert len(view.rowed) == (pins if hull else limits)


def test_control_points_of_a_mirrored_joint_keep_both_sides_within_their_limits(
    walk: Callable[..., Job],
) -> None:
    """The right hip's unknowns are the opposite of the left hip's curve."""
    job = mirrored(walk(20))
    hips = (Pin("L_hip.rx", 0, -1, -0.1, 0.3), Pin("R_hip.rx", 0, -1, -0.3, 0.1))
    problem = formulate(replace(job, constraints=hips))
    view = Reparametrised(problem, make_curves(problem.transcription, Spline(9.0)).matrix)
    assert not len(view.rowed)
    names, q = problem.transcription.tree.names, problem.transcription.variables.q
    rng = np.random.default_rng(5)
    for _ in range(20):
        x = view.unknowns(
            np.where(rng.random(view.size) < 0.5, *(np.clip(b, -9, 9) for b in (view.lower, view.upper)))
        )
        left, right = (x[q[:, names.index(f"{side}_hip.rx")]] for side in "LR")
        assert -0.1 - TOLERANCE <= left.min() <= left.max() <= 0.3 + TOLERANCE
        assert -0.3 - TOLERANCE <= right.min() <= right.max() <= 0.1 + TOLERANCE


def test_more_knots_approach_the_motion_per_frame() -> None:
    """The error of a cubic curve's second derivative goes as h^2, that of a least sum of squares as its square."""
    problem = formulate(reach())
    guess, options = first_guess(problem.transcription), COLD.options(problem.transcription.job.options)
    best = minimise(problem, guess, options)
    gaps = []
    for knots_per_second in (4.0, 8.0, 16.0, 32.0):
        curves = make_curves(problem.transcription, Spline(knots_per_second))
        view = Reparametrised(problem, curves.matrix)
        found = minimise(view, curves.fitted(guess), options)
        assert found.status == 0
        gaps.append(view.value(found.x) - problem.value(best.x))
    orders = np.log2(np.array(gaps[:-1]) / gaps[1:])
    assert orders.mean() > 3.0
    assert gaps[-1] < 3e-4 * problem.value(best.x)


def test_refined_reach_costs_less_and_can_start_the_next() -> None:
    found = [
        solve(
            replace(reach(), basis=Spline(4.0, refine=rounds)), send=lambda _: None, cancelled=lambda: False
        )
        for rounds in (0, 1, 2)
    ]
    values = [solution.problem.value(solution.x) for solution in found]
    assert all(solution.solved and solution.strategy == "curves" for solution in found)
    assert values[0] > 1.2 * values[1] > 1.2 * values[2]
    last = found[-1]
    assert last.multipliers is not None
    assert len(last.multipliers.lower) == last.problem.size
    assert len(last.multipliers.rows) == len(last.problem.g_lower)


def test_walk_of_curves_is_judged(walk: Callable[..., Job], judge: ModuleType) -> None:
    bases = {"frames": PerFrame(), "coarse": Spline(6.0, refine=0), "fine": Spline(6.0, refine=3)}
    clips = {name: animate(replace(walk(), basis=basis)) for name, basis in bases.items()}
    assert all(clip.provenance.solved for clip in clips.values())
    best, coarse, fine = (clips[name].provenance.objective for name in ("frames", "coarse", "fine"))
    assert best < fine < best + 0.25 * (coarse - best)
    for name in ("coarse", "fine"):
        assert clips[name].report.limit_excess < 1e-6
        verdict = judge.judge(to_motion_json(clips[name]))
        assert verdict["lin_res"]["rms_bw"] <= 1e-5
        assert verdict["ang_res"]["rms_bw"] <= 1e-3
        assert verdict["joint_gap"]["max"] < 1e-9
        assert verdict["friction"]["worst_pull_N"] < 1e-3


def test_mirrored_walk_of_curves_is_the_whole_one(walk: Callable[..., Job]) -> None:
    job = replace(walk(), basis=Spline(8.0, refine=0))
    half, whole = animate(mirrored(job)), animate(job)
    for clip in (half, whole):
        assert clip.provenance.solved
        assert clip.provenance.strategy == "curves"
        assert clip.report.linear_residual < 1e-6
        assert clip.report.angular_residual < 1e-3
        assert clip.report.limit_excess < 1e-6
    assert half.provenance.objective == pytest.approx(whole.provenance.objective, rel=5e-3)
