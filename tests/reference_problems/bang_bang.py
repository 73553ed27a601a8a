"""Least time of a linkage whose motors are at their limits throughout: a few switching times are all there is to find.

Pontryagin 1962: where no motor is singular, each is at a bound and changes sides at some times. The earliest arrival
over these times is found by shooting, with SciPy's integrator and sequential quadratic programming; from the motion
found only the number of switches and a first guess are taken.
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import minimize

from solver.optimise.solution import Solution
from tests.reference_problems.ends import span_of
from tests.reference_problems.linkages import Array, Linkage

ACCURACY = 1e-9  # of the integration, relative
REACHED = 1e-7  # rad and rad/s


@dataclass(frozen=True, eq=False)
class BangBang:
    """Least time of a linkage between two states.

    Attributes:
        linkage: its equations; all its motors are limited.
        strength: (A,) of its motors [N m, N].
        first, last: (2 n,) places and rates at the ends.
    """

    linkage: Linkage
    strength: tuple[float, ...]
    first: tuple[float, ...]
    last: tuple[float, ...]

    def __call__(self, near: Solution) -> float:
        """The time [s], with as many switches of each motor as the motion found has.

        Raises:
            ArithmeticError: they do not lead there.
        """
        signs, switches = _switches(near)
        motors = np.concatenate([np.full(len(times), k) for k, times in enumerate(switches)]).astype(int)
        follow = self.linkage.forward()

        def missed(times: Array) -> Array:
            state, at = np.array(self.first), 0.0
            control = np.array(self.strength) * signs
            for k in np.argsort(times):
                state = solve_ivp(
                    lambda _, y: follow(y, control), (at, times[k]), state,
                    method="DOP853", rtol=ACCURACY, atol=ACCURACY,
                ).y[:, -1]  # fmt: skip
                at = times[k]
                if k < len(motors):
                    control[motors[k]] *= -1
            return state - self.last

        found = minimize(
            lambda times: times[-1], np.append(np.concatenate(switches), span_of(near)), method="SLSQP",
            constraints={"type": "eq", "fun": missed}, options={"ftol": 1e-10},
        )  # fmt: skip
        if np.abs(missed(found.x)).max() > REACHED:
            raise ArithmeticError(f"expected the switches to lead to the end: {found.message}")
        return float(found.x[-1])


def _switches(near: Solution) -> tuple[Array, list[Array]]:
    """(A,) signs with which motors begin, and the times [s] at which each changes sides in a motion found."""
    transcription = near.problem.transcription
    control = near.x[transcription.variables.torque]  # (D, A), at the middle of each step
    later, motor = np.nonzero(np.signbit(control[1:]) != np.signbit(control[:-1]))
    before, after = control[later, motor], control[later + 1, motor]
    times = (later + 0.5 + before / (before - after)) * transcription.timeline.step
    return np.sign(control[0]), [times[motor == k] for k in range(control.shape[1])]
