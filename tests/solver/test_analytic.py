"""Optima that a sheet of paper knows, to six digits.

A block of 1 kg on rails, pushed by a jet u; minimise the integral of u^2. The discrete equations of motion
make each a quadratic program: it is solved by other routes, and its limit for ever finer frames, reached by
Richardson extrapolation, is the textbook's.
"""

from functools import cache

import numpy as np
import pytest
from scipy.optimize import brentq

from solver.character import Character, RigidBody, RootJoint
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job, SolverOptions
from solver.job.objectives.effort import Effort
from solver.optimise.guidance import refine
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.problem.formulate import formulate
from solver.problem.objectives.weighted_sum import UNIT

STRENGTH = 20.0  # N; never reached but where a test says so
DOF = "root.tx"


def block(
    steps: int,
    pins: tuple[Pin, ...],
    *,
    strength: float = STRENGTH,
    translation: str = "X",
    gravity: float = 0.0,
) -> Solution:
    """One second in ``steps`` steps: the second begins in the middle of the first pair of frames.

    So a pair of pins states position and velocity at 0 s with an error of the order of the squared step.
    """
    body = RigidBody("block", 1.0, (0.2, 0.2, 0.2))
    root = RootJoint("block", translation=translation, axes="", force_limit=strength)
    job = Job(
        "block", Character("block", (body,), root=root), AnimationTiming((steps + 1) / steps, steps), None, (), pins,
        (Effort(),), gravity=(0.0, 0.0, -gravity), options=SolverOptions(tolerance=1e-11, time_limit=20.0),
    )  # fmt: skip
    found = solve(job, send=lambda _: None, cancelled=lambda: False)
    assert found.solved
    assert found.problem.transcription.timeline.n_frames == steps + 2
    return found


def motion(found: Solution) -> np.ndarray:
    return found.x[found.problem.transcription.variables.q]


def pushes(found: Solution) -> np.ndarray:
    """(D, n) [N]."""
    return found.x[found.problem.transcription.variables.torque] * found.problem.transcription.force_scale


def cost(found: Solution, strength: float = STRENGTH) -> float:
    """Integral of u^2 [N^2 s] of a block with so strong a jet."""
    return found.problem.value(found.x) / UNIT * strength**2


def extrapolated(*values: float) -> float:
    """Limit of a(h), a(h/2), a(h/4)... whose errors go with even powers of h (Richardson)."""
    levels = np.arange(len(values))
    matrix = 4.0 ** -np.outer(levels, levels)
    return float(np.linalg.solve(matrix, values)[0])


REST = (Pin(DOF, 0, 1, 0.0, 0.0), Pin(DOF, -2, -1, 1.0, 1.0))


def differences(steps: int) -> np.ndarray:
    """(steps, steps + 2) second differences [1/s^2]."""
    return np.diff(np.eye(steps + 2), 2, axis=0) * steps**2


def least_by_kkt(steps: int) -> np.ndarray:
    """(steps + 2,) positions of least effort from rest at 0 to rest at 1: one linear system."""
    second, ends, n = differences(steps), np.eye(steps + 2)[[0, 1, -2, -1]], steps + 2
    matrix = np.block([[2 * second.T @ second, ends.T], [ends, np.zeros((4, 4))]])
    return np.linalg.solve(matrix, np.r_[np.zeros(n), 0.0, 0.0, 1.0, 1.0])[:n]


@cache
def moved(steps: int) -> Solution:
    return block(steps, REST)


@pytest.mark.parametrize("steps", [15, 40])
def test_block_from_rest_to_rest_is_the_discrete_optimum(steps: int) -> None:
    exact = least_by_kkt(steps)
    assert motion(moved(steps))[:, 0] == pytest.approx(exact, abs=1e-7)
    assert cost(moved(steps)) == pytest.approx(((differences(steps) @ exact) ** 2).sum() / steps, rel=1e-7)


def test_block_from_rest_to_rest_tends_to_its_cubic() -> None:
    """x = 3 s^2 - 2 s^3, u = 6 - 12 s, 12 N^2 s."""
    assert extrapolated(*(cost(moved(steps)) for steps in (20, 40, 80))) == pytest.approx(12.0, rel=1e-6)
    places = [motion(moved(steps))[:, 0] for steps in (20, 60, 180)]  # thirds share their frames' times
    s = (np.arange(1, 21) - 0.5) / 20
    shared = [place[1:-1] for place in places]
    coarse, middle, fine = (x[(len(x) // 20 - 1) // 2 :: len(x) // 20] for x in shared)
    matrix = 9.0 ** -np.outer(np.arange(3), np.arange(3))
    limit = np.linalg.solve(matrix, np.stack([coarse, middle, fine]))[0]
    assert limit == pytest.approx(3 * s**2 - 2 * s**3, abs=1e-6)


def test_weakest_jet_that_arrives_is_bang_bang() -> None:
    """4 N are just enough: full ahead for half the way, then full astern."""
    steps = 40
    found = block(steps, REST, strength=4.0 * (1 + 1e-8))
    assert pushes(found)[:, 0] == pytest.approx(4.0 * np.repeat([1.0, -1.0], steps // 2), abs=4e-5)
    assert cost(found, 4.0) == pytest.approx(16.0, rel=1e-6)


BOUND = 5.0  # N, of the 6 that the least effort would take


@cache
def bounded(steps: int) -> Solution:
    return block(steps, REST, strength=BOUND)


def bounded_cost(steps: int) -> float:
    return cost(bounded(steps), BOUND)


@pytest.mark.parametrize("steps", [40, 90])
def test_bounded_effort_is_the_discrete_optimum(steps: int) -> None:
    """Full ahead, then a straight line, then full astern: one number, found by bisection, tells how steep it is."""
    left, middle = steps - np.arange(steps), (steps - 1) / 2 - np.arange(steps)

    def pushed(steepness: float) -> np.ndarray:
        return np.clip(steepness * middle, -BOUND, BOUND)

    steepness = brentq(lambda k: left @ pushed(k) / steps**2 - 1.0, 1e-6, 1e3, xtol=1e-14)
    assert pushes(bounded(steps))[:, 0] == pytest.approx(pushed(steepness), abs=3e-5)
    assert bounded_cost(steps) == pytest.approx((pushed(steepness) ** 2).sum() / steps, rel=1e-6)


def test_bounded_effort_tends_to_its_closed_form() -> None:
    """U^2 (1 - 4 c / 3), the straight line from 1/2 - c to 1/2 + c; arriving takes c^2 = 3 (1/4 - 1/U)."""
    half = np.sqrt(3 * (1 / 4 - 1 / BOUND))
    found = extrapolated(*(bounded_cost(steps) for steps in (40, 80, 160)))
    assert found == pytest.approx(BOUND**2 * (1 - 4 * half / 3), rel=1e-6)


LIMIT = 1 / 9


@cache
def limited(steps: int) -> Solution:
    """Bryson & Denham 1963: leaves 0 at 1 m/s, comes back at -1 m/s, and never goes beyond 1/9 m."""
    ends = [Pin(DOF, frame, frame, place, place) for frame, place in _ends(steps).items()]
    return block(steps, (*ends, Pin(DOF, 2, -3, -10.0, LIMIT)))


def _ends(steps: int) -> dict[int, float]:
    half = 0.5 / steps
    return {0: -half, 1: half, steps: half, steps + 1: -half}


def test_bryson_denham_is_the_discrete_optimum() -> None:
    steps = 27
    second, ends, free = differences(steps), _ends(steps), np.arange(2, steps)
    given, inner = second[:, list(ends)] @ np.array(list(ends.values())), second[:, free]
    active, x = np.zeros(len(free), bool), np.empty(len(free))
    for _ in range(50):  # active set of the quadratic program
        x[active] = LIMIT
        rest = -given - inner[:, active] @ x[active]
        x[~active] = np.linalg.lstsq(inner[:, ~active], rest, rcond=None)[0]
        slope = 2 * inner.T @ (inner @ x + given)
        then = (x > LIMIT + 1e-12) | (active & (slope < 0))
        if (then == active).all():
            break
        active = then
    assert (then == active).all()
    found = limited(steps)
    assert motion(found)[free, 0] == pytest.approx(x, abs=1e-6)
    assert cost(found) == pytest.approx(((inner @ x + given) ** 2).sum() / steps, rel=1e-6)


def test_bryson_denham_tends_to_its_closed_form() -> None:
    """J = 4 / (9 l) for l <= 1/6 (Bryson & Ho 1975, section 3.11, with half of u^2): 8 / (9 l) here."""
    steps = (54, 108, 216)
    found = [cost(limited(k)) for k in steps]
    assert extrapolated(*found) == pytest.approx(8 / (9 * LIMIT), rel=1e-6)
    place = motion(limited(216))[:, 0]
    assert place.max() == pytest.approx(LIMIT, abs=1e-6)
    on = np.flatnonzero(place > LIMIT - 1e-6)[[0, -1]]
    assert (on - 0.5) / 216 == pytest.approx([3 * LIMIT, 1 - 3 * LIMIT], abs=0.02)  # it touches from 3 l on


def test_throw_is_the_exact_parabola() -> None:
    """Without a jet nothing is left to choose: x(t+1) - 2 x(t) + x(t-1) = h^2 g between hand and target."""
    steps, target = 30, (3.0, 1.0)
    pins = tuple(
        Pin(dof, frame, frame, at, at)
        for frame, place in ((0, (0.0, 0.0)), (-1, target))
        for dof, at in zip(("root.tx", "root.tz"), place, strict=True)
    )
    ball = Character(
        "ball", (RigidBody("ball", 0.5, (0.1,) * 3),), root=RootJoint("ball", translation="XZ", axes="")
    )
    options = SolverOptions(tolerance=1e-11)
    job = Job("throw", ball, AnimationTiming(1.0, steps), None, (), pins, (Effort(),), options=options)
    found = solve(job, send=lambda _: None, cancelled=lambda: False)
    assert found.solved
    t = np.linspace(0, 1, steps + 1)
    rise = 1.0 + 9.81 / 2  # the parabola's own differences are exact
    assert motion(found) == pytest.approx(np.stack([3.0 * t, rise * t - 9.81 / 2 * t**2], -1), abs=1e-6)


def test_throw_with_a_jet_up_to_its_release() -> None:
    """Pushed for the first third, then free: least effort by a linear system of the discrete equations."""
    steps, release = 30, 10
    pins = (Pin("root.tz", 0, 1, 0.0, 0.0), Pin("root.tz", -1, -1, 2.0, 2.0))
    ball = Character(
        "ball", (RigidBody("ball", 1.0, (0.1,) * 3),),
        root=RootJoint("ball", translation="Z", axes="", force_limit=200.0),
    )  # fmt: skip
    options = SolverOptions(tolerance=1e-11)
    job = Job("throw", ball, AnimationTiming(1.0, steps), None, (), pins, (Effort(),), options=options)
    problem = formulate(job)
    after = problem.transcription.variables.torque[release:].ravel()
    guess = np.zeros(problem.size)
    found = refine(problem.with_bounds(after, np.zeros(len(after)), np.zeros(len(after))), guess)
    assert found.solved
    # arrival = sum over pushes of (frames left) h^2 u, less the fall: the cheapest are proportional to the lever
    lever = (steps - np.arange(1, steps))[:release] / steps**2
    fall = 9.81 * (steps - np.arange(1, steps)).sum() / steps**2
    expected = np.r_[lever * (2.0 + fall) / (lever @ lever), np.zeros(steps - 1 - release)]
    assert pushes(found)[:, 0] == pytest.approx(expected, rel=1e-6, abs=1e-5)
    flying = motion(found)[release:, 0]
    assert np.diff(flying, 2)[1:] * steps**2 == pytest.approx(-9.81, abs=1e-5)
