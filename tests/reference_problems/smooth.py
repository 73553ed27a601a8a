"""Prices other than the squared force alone: jerk, a linear regulator, speed."""

from functools import partial

import numpy as np
from scipy.linalg import expm

from solver.job.constraints.pin import Pin
from solver.job.job import Job, Objective
from solver.job.objectives.expression import ExpressionObjective
from solver.job.objectives.torque import Torque
from solver.job.objectives.torque_change import TorqueChange
from solver.job.when import ALWAYS
from solver.problem.objectives.torque_change import RISE_TIME
from tests.reference_problems.ends import INNER, from_place, move
from tests.reference_problems.rails import STRONG, block, known, slide
from tests.reference_problems.reference import Reference

STIFF, DAMPED = 10.0, 1.0  # prices of x^2 and v^2 of the regulator
PACE = 4.0  # 1/s; v^2 costs its square
JERK = (TorqueChange((STRONG / RISE_TIME) ** 2),)  # of 1 kg: in m^2/s^5
DEAR_SPEED: tuple[Objective, ...] = (Torque(), ExpressionObjective("root.tx.rate ** 2", PACE**2, INNER))


def reach(steps: int) -> Job:
    """Rest means no acceleration either: three equal frames, the times 0 and 1 s are the middle ones."""
    pins = (Pin("root.tx", 0, 2, 0.0, 0.0), Pin("root.tx", -3, -1, 1.0, 1.0))
    return move(block(), steps + 1, 1 + 1 / steps, constraints=pins, objectives=JERK)


def regulate(steps: int) -> Job:
    """1 m away and at rest; 1 s later it may be anywhere."""
    place = ExpressionObjective("root.tx ** 2", STIFF, INNER)
    # the end is in the middle of the last pair of frames: its speed counts for half a step
    speed = [ExpressionObjective("root.tx.rate ** 2", DAMPED / 2, when) for when in (INNER, ALWAYS)]
    objectives: tuple[Objective, ...] = (Torque(), place, *speed)
    return move(
        block(), steps, 1.0, constraints=from_place("root.tx", 1.0, 0.0, 1 / steps), objectives=objectives
    )


def regulated() -> float:
    """X' P x, P of the Riccati equation by its Hamiltonian matrix (Kalman 1960)."""
    a, b = np.array([[0.0, 1.0], [0.0, 0.0]]), np.array([[0.0, 0.0], [0.0, 1.0]])
    hamiltonian = np.block([[a, -b], [-np.diag([STIFF, DAMPED]), -a.T]])
    back = expm(-hamiltonian) @ np.vstack([np.eye(2), np.zeros((2, 2))])
    return float((back[2:] @ np.linalg.inv(back[:2]))[0, 0])


SMOOTH_MOVES = (
    Reference("least jerk", "720 d²/T⁵ (Flash & Hogan 1985)", known(720.0), reach),
    Reference(
        "least jerk, pushed off",
        "120 d²/T⁵: free force at the ends",
        known(120.0),
        partial(slide, objectives=JERK),
    ),
    Reference("regulator", "Riccati equation (Kalman 1960)", known(regulated()), regulate),
    Reference(
        "dear speed",
        "k² d²/(T - 2 tanh(k T/2)/k)",
        known(PACE**2 / (1 - 2 * np.tanh(PACE / 2) / PACE)),
        partial(slide, objectives=DEAR_SPEED),
    ),
)
