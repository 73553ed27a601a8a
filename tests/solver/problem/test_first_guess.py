"""The first guess looks like the motion: it travels, steps on its footprints and keeps its limits."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import ContactTiming, Job, SolverOptions
from solver.job.objectives.sketch import SketchCloseness, SketchedCoordinate
from solver.problem.formulate import formulate
from solver.problem.guess.first_guess import first_guess
from solver.problem.problem import Problem
from solver.problem.state import State
from solver.problem.transcription import transcribe


def guessed(job: Job) -> tuple[Problem, State]:
    problem = formulate(job)
    return problem, problem.state(first_guess(problem.transcription))


@pytest.mark.parametrize("yaw", [0.0, 0.6])
@pytest.mark.parametrize("speed", [0.0, 1.3])
def test_feet_are_near_their_prints(walk: Callable[..., Job], speed: float, yaw: float) -> None:
    problem, state = guessed(walk(speed=speed, yaw=yaw))
    points = state.pose.points  # (3, E, C), a frame more at either end
    active = problem.transcription.timeline.active
    height = points[2, 1:-1]
    assert np.abs(height[active]).max() < 0.05
    assert height[~active].max() > 0.02
    held = active & np.roll(active, -1, axis=0)
    slide = np.linalg.norm(points[:2, 2:] - points[:2, 1:-1], axis=0)
    assert slide[held].max() < 0.04  # smoothing lets them drag a little at either end of a stance
    assert np.median(slide[held]) < 0.02


def test_root_travels_evenly(walk: Callable[..., Job]) -> None:
    _, state = guessed(walk())
    assert state.q[:, 0] == pytest.approx(1.3 * np.arange(20) / 20)
    assert state.q[:, 1] == pytest.approx(0.0)
    assert np.ptp(state.q[:, 2]) < 0.1


def test_half_a_mirrored_cycle_is_guessed_like_the_whole(walk: Callable[..., Job]) -> None:
    job = walk()
    assert job.cycle is not None
    _, whole = guessed(job)
    _, half = guessed(replace(job, cycle=replace(job.cycle, mirrored=True)))
    assert half.q == pytest.approx(whole.q[: len(half.q)], abs=1e-9)


@pytest.mark.parametrize("mirrored", [False, True])
def test_noise_makes_no_leap_where_a_cycle_or_its_half_ends(
    walk: Callable[..., Job], *, mirrored: bool
) -> None:
    job = walk()
    assert job.cycle is not None
    job = replace(job, cycle=replace(job.cycle, mirrored=mirrored))
    turns = []
    for noise in (0.0, 0.05):
        problem, state = guessed(replace(job, options=SolverOptions(seed=0, noise=noise)))
        turns.append(
            state.pose.rotation[..., problem.transcription.tree.body]
        )  # with a frame more at either end
    bend = np.abs(np.diff(turns[1] - turns[0], 2, axis=2)).max((0, 1, 3))
    assert 0 < max(bend[0], bend[-1]) < 1.5 * bend[1:-1].max()


@pytest.mark.parametrize("noise", [0.0, 0.05, 1.0])
def test_limits_are_kept(walk: Callable[..., Job], noise: float) -> None:
    problem, state = guessed(walk(options=SolverOptions(seed=3, noise=noise)))
    tree = problem.transcription.tree
    assert (state.q >= tree.lower).all()
    assert (state.q <= tree.upper).all()
    assert (state.forces[2] >= 0).all()


def test_ground_carries_the_weight(walk: Callable[..., Job]) -> None:
    """Also where the flight of a run must be paid for in stance."""
    for duty in (0.6, 0.35):
        problem, state = guessed(walk(duty=duty))
        transcription = problem.transcription
        mean = state.forces[2].sum(1).mean() * transcription.force_scale
        assert mean == pytest.approx(transcription.body_weight)


def test_seeds_differ_smoothly_and_repeat(walk: Callable[..., Job]) -> None:
    def q(seed: int) -> np.ndarray:
        return guessed(walk(options=SolverOptions(seed=seed, noise=0.05)))[1].q

    plain = guessed(walk())[1].q
    assert (q(1) == q(1)).all()
    assert 0.01 < np.abs(q(1) - q(2)).max() < 0.6
    change = q(1) - plain
    assert np.abs(np.diff(change, axis=0)).max() < 0.1
    assert (change[:, :3] == 0).all()  # the root's way is left alone


def test_pins_are_met(flight: Callable[..., Job], walk: Callable[..., Job]) -> None:
    _, state = guessed(flight())
    assert state.q[[0, 1, -2, -1]] == pytest.approx(np.array([[0, 0], [0, 0.5], [4, 3.5], [4, 4]]))
    _, state = guessed(walk(constraints=(Pin("L_knee.ry", 5, 5, 1.0, 1.2),)))
    assert np.isfinite(state.q).all()


def test_contactless_and_everlasting_contacts_are_guessed_too(walk: Callable[..., Job]) -> None:
    always = tuple(ContactTiming(name, ((0.0, 1.0),)) for name in ("L_foot", "R_foot"))
    for timings in ((), always, always[:1]):
        for cycle in (Cycle(), None):
            _, state = guessed(replace(walk(), contact_timings=timings, cycle=cycle))
            assert np.isfinite(state.x).all()


def test_transform_is_shared_out_evenly() -> None:
    cycle = Cycle((1.0, 0.3, 0.0), yaw=0.8)
    turn, shift = cycle.part(np.array([0.0, 0.25, 0.5, 1.0, -1.0]))
    point = np.array([0.2, -0.1, 0.9])
    assert turn[0] @ point + shift[0] == pytest.approx(point)
    assert shift[3] == pytest.approx(cycle.translation)
    twice = turn[1] @ (turn[1] @ point + shift[1]) + shift[1]
    assert twice == pytest.approx(turn[2] @ point + shift[2])
    assert turn[4] @ (turn[3] @ point + shift[3]) + shift[4] == pytest.approx(point)


def test_sketch_is_where_the_search_starts(walk: Callable[..., Job]) -> None:
    """Cohen 1992, section 4.1: keys steer the search to the optimum that is meant."""
    job = walk(20)
    up = SketchCloseness((SketchedCoordinate("L_elbow.ry", (-2.0, -1.0)),))
    transcription = transcribe(replace(job, objectives=(*job.objectives, up)))
    elbow = first_guess(transcription)[transcription.variables.q][
        :, transcription.tree.names.index("L_elbow.ry")
    ]
    assert elbow[0] == pytest.approx(-2.0, abs=0.3)
    assert elbow[10] == pytest.approx(-1.0, abs=0.3)
