"""Pontryagin's boundary value problem next to a motion: the exact optimum that a discrete one tends to."""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_bvp, trapezoid
from scipy.interpolate import CubicSpline

from solver.optimise.solution import Solution
from tests.reference_problems.linkages import Array, Linkage, Motors, Slopes

ACCURACY = 1e-7  # of the residuals, relative


@dataclass(frozen=True, eq=False)
class Extremal:
    """Least integral of |u|^2 of a linkage between two states.

    Attributes:
        linkage: its equations.
        first, last: (2 n,) places and rates at the ends.
        span: [s].
    """

    linkage: Linkage
    first: tuple[float, ...]
    last: tuple[float, ...]
    span: float

    def __call__(self, near: Solution) -> float:
        """The integral, of the extremal next to a motion that was found.

        Raises:
            ArithmeticError: the boundary value problem has no solution there.
        """
        follow, motor = self.linkage.canonical()
        n = len(self.linkage.q)
        t, states, control = _sampled(near, self.span)

        def ends(first: Array, last: Array) -> Array:
            return np.concatenate([first[: 2 * n] - self.first, last[: 2 * n] - self.last])

        def slopes(_: Array, y: Array) -> Array:
            return follow(y, motor(y))

        guess = np.vstack([states, _costates(follow, motor, t, states, control)])
        found = solve_bvp(slopes, ends, t, guess, tol=ACCURACY, max_nodes=100_000)
        if not found.success:
            raise ArithmeticError(f"expected an extremal next to the motion found: {found.message}")
        fine = np.linspace(0, self.span, 20_001)
        return float(trapezoid((motor(found.sol(fine)) ** 2).sum(0), fine))


def _sampled(near: Solution, span: float) -> tuple[Array, Array, Array]:
    """(T,) times, (2 n, T) places and rates and (A, T) controls of a motion between states."""
    transcription = near.problem.transcription
    q, step = near.x[transcription.variables.q], transcription.timeline.step
    spline = CubicSpline((np.arange(len(q)) - 0.5) * step, q)
    t = np.linspace(0, span, 2 * len(q))
    control = near.x[transcription.variables.torque] * transcription.force_scale
    inner = (np.arange(len(control)) + 0.5) * step
    pushed = CubicSpline(inner, control)(t)
    return t, np.vstack([spline(t).T, spline(t, 1).T]), pushed.T


def _costates(follow: Slopes, motor: Motors, t: Array, states: Array, control: Array) -> Array:
    """(2 n, T) costates that best explain the controls: along a given motion both are linear in the first costate."""
    n, grid = len(states), len(t)
    rate, share = np.empty((grid, n, n)), np.empty((grid, len(control), n))
    for k, unit in enumerate(np.eye(n)):
        y = np.vstack([states, np.tile(unit[:, None], grid)])
        rate[..., k], share[..., k] = follow(y, control)[n:].T, motor(y).T
    carried = [np.eye(n)]
    for before, after, step in zip(rate[:-1], rate[1:], np.diff(t), strict=True):  # trapezoidal rule
        carried.append(
            np.linalg.solve(np.eye(n) - step / 2 * after, (np.eye(n) + step / 2 * before) @ carried[-1])
        )
    flow = np.stack(carried)
    first = np.linalg.lstsq((share @ flow).reshape(-1, n), control.T.ravel(), rcond=None)[0]
    return np.asarray((flow @ first).T)
