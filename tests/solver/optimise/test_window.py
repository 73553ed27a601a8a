"""Spacetime windows: a part of spacetime solved again, the rest untouched, and a cat that does not see ahead."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from solver.character import Character, RigidBody, RootJoint
from solver.errors import InputError
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job, SolverOptions
from solver.job.objectives.effort import Effort
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.optimise.window import Window, frame_of, overlapping, restrict, solve_window, solve_windows
from solver.problem.formulate import formulate
from solver.problem.problem import Problem

Make = Callable[..., Job]


@pytest.fixture(scope="module")
def walking(walk: Make) -> Solution:
    return solve(walk(40), send=lambda _: None, cancelled=lambda: False)


@pytest.fixture(scope="module")
def higher(walk: Make) -> Problem:
    """The same walk with a foot that is lifted higher."""
    return formulate(walk(40, constraints=(Clearance("L_foot", 0.12),)))


def outside(problem: Problem, window: Window) -> np.ndarray:
    """Coordinates that may not change."""
    n_frames = problem.transcription.timeline.n_frames
    kept = np.ones(n_frames, bool)
    length = (window.last - window.first) % n_frames + 1
    kept[(window.first + np.arange(length)) % n_frames] = False
    return problem.transcription.variables.q[kept].ravel()


@pytest.mark.parametrize("window", [Window(20, 39), Window(22, 1), Window(22, 39, ("L_hip.ry", "L_knee.ry"))])
def test_window_holds_what_it_asks_for(window: Window, walking: Solution, higher: Problem) -> None:
    assert higher.violation(walking.x) > 0.03
    if window.dofs:
        window = replace(
            window, dofs=tuple(n for n in higher.transcription.tree.names if not n.startswith("R_"))
        )
    found = solve_window(higher, walking.x, window)
    assert found.solved
    assert higher.violation(found.x) < 1e-5
    kept = outside(higher, window)
    assert np.array_equal(found.x[kept], walking.x[kept])
    if window.dofs:
        others = [n.startswith("R_") for n in higher.transcription.tree.names]
        place = higher.transcription.variables.q[:, others]
        assert np.array_equal(found.x[place], walking.x[place])


def test_window_at_the_optimum_stays_there(walking: Solution) -> None:
    found = solve_window(walking.problem, walking.x, Window(5, 14))
    assert found.solved
    assert found.x == pytest.approx(walking.x, abs=0.02)
    assert walking.problem.value(found.x) == pytest.approx(walking.problem.value(walking.x), rel=1e-5)


def leap(steps: int, dofs: tuple[str, ...] | None = None) -> float:
    """Of a block's acceleration at a window's first edge [m/s^2], after a place in its middle has been moved."""
    root = RootJoint("block", translation="XY", axes="", force_limit=20.0)
    middle, h = steps // 2, 1 / steps
    pins = tuple(
        Pin(f"root.t{axis}", frame, frame, at, at)
        for axis in "xy"
        for frame, at in ((0, 0.0), (1, 0.0), (-2, 1.0), (-1, 1.0))
    )
    job = Job(
        "block", Character("block", (RigidBody("block", 1.0, (0.2,) * 3),), root=root),
        AnimationTiming(1.0, steps), None, (), pins, (Effort(),),
        gravity=(0.0, 0.0, 0.0), options=SolverOptions(tolerance=1e-7),
    )  # fmt: skip
    before = solve(job, send=lambda _: None, cancelled=lambda: False)
    away = tuple(Pin(f"root.t{axis}", middle, middle, 0.6, 0.6) for axis in ("x" if dofs else "xy"))
    other = formulate(replace(job, constraints=(*pins, *away)))
    window = Window(steps // 4, steps - steps // 4, dofs)
    found = solve_window(other, before.x, window)
    assert found.solved
    assert np.array_equal(found.x[outside(other, window)], before.x[outside(other, window)])
    change = (
        np.diff((found.x - before.x)[other.transcription.variables.q], 2, axis=0) / h**2
    )  # of frames 1 to N - 2
    assert np.abs(change).max() > 3.0  # it has something to do
    at = window.first - 2  # of the last frame that stays
    return float(np.abs(change[at] - change[at - 1]).max())


@pytest.mark.parametrize("dofs", [None, ("root.tx",)])
def test_accelerations_carry_on_across_a_windows_edges(dofs: tuple[str, ...] | None) -> None:
    """The finer the frames the smaller the leap: continuous to second order (Cohen 1992, section 3.3)."""
    coarse, middle, fine = (leap(steps, dofs) for steps in (40, 80, 160))
    assert middle < 0.8 * coarse
    assert fine < 0.7 * middle


def test_window_of_all_frames_has_no_edges(walking: Solution) -> None:
    part = restrict(walking.problem, walking.x, Window(0, 39))
    y = part.start + np.random.default_rng(0).normal(0.0, 0.1, part.size)
    assert part.value(y) == pytest.approx(walking.problem.value(part.unknowns(y)), rel=1e-12)


def test_window_knows_only_its_own_rows(walking: Solution) -> None:
    part = restrict(walking.problem, walking.x, Window(5, 9))
    frames = frame_of(walking.problem.transcription)[part.free]
    assert frames.min() == 4
    assert frames.max() == 10
    assert part.size < 0.25 * walking.problem.size
    assert len(part.rows) < 0.25 * len(walking.problem.g_lower)


def test_restricted_derivatives(walking: Solution) -> None:
    part = restrict(walking.problem, walking.x, Window(5, 7, ("L_hip.ry", "L_knee.ry")))
    y, rng = part.start, np.random.default_rng(0)
    multipliers, h = rng.normal(size=len(part.rows)), 1e-6

    def jacobian(at: np.ndarray) -> np.ndarray:
        dense = np.zeros((len(part.rows), part.size))
        dense[part.jacobian_pattern] = part.jacobian(at)
        return dense

    def slope(at: np.ndarray) -> np.ndarray:
        return 0.6 * part.gradient(at) + multipliers @ jacobian(at)

    steps = h * np.eye(part.size)
    numeric = np.stack([(part.constraints(y + s) - part.constraints(y - s)) / (2 * h) for s in steps], -1)
    assert jacobian(y) == pytest.approx(numeric, abs=1e-5)
    hessian = np.zeros((part.size, part.size))
    np.add.at(hessian, part.hessian_pattern, part.hessian(y, multipliers, 0.6))
    hessian = hessian + np.tril(hessian, -1).T
    numeric = np.stack([(slope(y + s) - slope(y - s)) / (2 * h) for s in steps], -1)
    assert hessian == pytest.approx(numeric, abs=2e-3)
    assert (part.hessian_pattern[0][part.hessian_diagonal] == np.arange(part.size)).all()


def test_too_tight_a_window_says_so(walking: Solution) -> None:
    with pytest.raises(InputError, match="more frames or more degrees of freedom"):
        solve_window(walking.problem, walking.x, Window(5, 14, ("L_shoulder.rx",)))
    for window, told in (
        (Window(5, 40), "expected a frame from 0 to 39, found 40"),
        (Window(5, 9, ("L_hop.ry",)), "did you mean 'L_hip.ry'"),
        (Window(5, 9, None, True), "expected an open clip"),
    ):
        with pytest.raises(InputError, match=told):
            solve_window(walking.problem, walking.x, window)


def test_schedule_covers_the_clip() -> None:
    windows = overlapping(41, length=10, advance=5)
    covered = {f for w in windows for f in range(w.first, w.last + 1)}
    assert covered == set(range(1, 41))
    assert all(a.last > b.first for a, b in pairwise(windows))
    assert len({w.last for w in windows}) == len(windows)
    assert overlapping(8, length=30, advance=5) == (Window(1, 7),)


N_FRAMES, SIGHT, ADVANCE = 41, 10, 2  # frames


def mouse_at(frame: int | np.ndarray) -> np.ndarray:
    """It runs along a quarter of a circle."""
    angle = np.asarray(frame) / (N_FRAMES - 1) * np.pi / 2
    return np.stack([4 * np.sin(angle), 6 - 4 * np.cos(angle)], -1)


@pytest.fixture(scope="module")
def cat() -> Problem:
    """A cat with a jet, which rests at first, and a mouse on rails; they meet in the last frame."""
    bodies = tuple(RigidBody(name, 1.0, (0.2,) * 3) for name in ("cat", "mouse"))
    root = RootJoint("cat", translation="XY", axes="", force_limit=1000.0)
    others = (RootJoint("mouse", translation="XY", axes="", force_limit=1000.0),)
    pins = [Pin(dof, 0, 1, 0.0, 0.0) for dof in ("root.tx", "root.ty")]
    for frame in range(N_FRAMES):
        x, y = map(float, mouse_at(frame))
        pins += [Pin("mouse.tx", frame, frame, x, x), Pin("mouse.ty", frame, frame, y, y)]
    x, y = map(float, mouse_at(N_FRAMES - 1))
    pins += [Pin("root.tx", -1, -1, x, x), Pin("root.ty", -1, -1, y, y)]
    return formulate(
        Job(
            "cat and mouse", Character("cat and mouse", bodies, root=root, others=others),
            AnimationTiming(2.0, 20.0), constraints=tuple(pins), objectives=(Effort(),),
            gravity=(0.0, 0.0, 0.0), options=SolverOptions(tolerance=1e-9),
        )
    )  # fmt: skip


def path(problem: Problem, x: np.ndarray) -> np.ndarray:
    names = problem.transcription.tree.names
    return x[problem.transcription.variables.q][:, [names.index("root.tx"), names.index("root.ty")]]


def from_straight(way: np.ndarray) -> float:
    """Largest distance from the line between its ends."""
    along = (way[-1] - way[0]) / np.linalg.norm(way[-1] - way[0])
    return float(np.abs((way - way[0]) @ [-along[1], along[0]]).max())


def seen(problem: Problem, window: Window) -> Problem:
    """At the end of what it sees, the cat wants to be where the mouse is then."""
    names = problem.transcription.tree.names
    places = problem.transcription.variables.q[window.last, [names.index("root.tx"), names.index("root.ty")]]
    return problem.with_bounds(places, mouse_at(window.last), mouse_at(window.last))


def test_cat_that_knows_the_future_goes_straight_and_waits(cat: Problem) -> None:
    found = solve(cat.transcription.job, send=lambda _: None, cancelled=lambda: False)
    assert found.solved
    assert from_straight(path(cat, found.x)) < 1e-6  # Cohen 1992, figure 1a


def test_cat_that_sees_half_a_second_ahead_chases(cat: Problem) -> None:
    start = np.clip(np.zeros(cat.size), cat.lower, cat.upper)
    schedule = overlapping(N_FRAMES, length=SIGHT, advance=ADVANCE, is_blind=True)
    schedule = tuple(replace(w, first=max(w.first, 2)) for w in schedule)
    found = solve_windows(cat, start, schedule, before=seen)
    assert found.solved
    way = path(cat, found.x)
    assert cat.violation(found.x) < 1e-6  # physics holds across all windows
    assert way[-1] == pytest.approx(mouse_at(N_FRAMES - 1), abs=1e-6)
    assert from_straight(way) > 0.3  # figure 1b
    far = np.linalg.norm(way - mouse_at(np.arange(N_FRAMES)), axis=1)
    assert far[20:].max() < 0.5 * far[0]  # it stays on the mouse's heels
