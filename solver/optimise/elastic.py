"""The elastic problem: every constraint can deviate at a price, and those that do reveal the conflict.

minimise  f share + weights . (over + under)  subject to  lower <= g(x) - over + under <= upper,
over, under >= 0: the elastic program of sequential quadratic programming (Gill, Murray & Saunders 2005,
SNOPT, section 1.3). The price is linear, so that few constraints deviate much rather than all a little.
"""

from dataclasses import replace

import numpy as np

from ..arrays import Array, Indices
from ..problem.formulate import bounds
from ..problem.physics.equations_of_motion import EquationsOfMotion
from ..problem.physics.friction_cone import FrictionCone
from ..problem.physics.no_twist import NoTwist
from ..problem.physics.twist_friction import TwistFriction
from ..problem.problem import Problem
from ..problem.rows.component import Component

# fraction of the job's objective; less leaves too little curvature and doubles the iterations
OBJECTIVE_SHARE = 0.1
LENGTH_PRICE = 100.0  # per m of a pin or a contact's row: 1 cm costs 1
ANGLE_PRICE = 30.0  # per rad: 2 degrees cost 1
STRENGTH_PRICE = 3.0  # per muscle's strength: an excess of a third costs 1
FRICTION_PRICE = 0.3  # per unit of a friction row
PHYSICS_PRICE = 1e3  # per tenth of the body weight: the equations of motion deviate last


class Elastic:
    """Program over y = [x, over, under]; pins and muscle strengths become additional elastic rows.

    Args:
        problem: to soften.

    Attributes:
        n_rows: of the problem; the rows of softened bounds follow.
        bounded: (B,) unknowns with softened bounds.
        price: (S,) of each row.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        lowest, highest = _widest(problem)
        self.bounded: Indices = np.flatnonzero((problem.lower > lowest) | (problem.upper < highest))
        self.n_rows, size = len(problem.g_lower), problem.size
        self._n = n = self.n_rows + len(self.bounded)
        self.price = _prices(problem, self.bounded)
        zero, most = np.zeros(2 * n), np.full(2 * n, np.inf)
        self.lower, self.upper = np.concatenate([lowest, zero]), np.concatenate([highest, most])
        self.g_lower = np.concatenate([problem.g_lower, problem.lower[self.bounded]])
        self.g_upper = np.concatenate([problem.g_upper, problem.upper[self.bounded]])
        row, column = problem.jacobian_pattern
        rows = np.arange(n)
        self.jacobian_pattern = (
            np.concatenate([row, rows[self.n_rows :], rows, rows]),
            np.concatenate([column, self.bounded, size + rows, size + n + rows]),
        )
        self._tail = np.concatenate([np.ones(len(self.bounded)), np.full(n, -1.0), np.ones(n)])
        slacks = size + np.arange(2 * n)
        row, column = problem.hessian_pattern
        self.hessian_pattern = (np.concatenate([row, slacks]), np.concatenate([column, slacks]))
        self.hessian_diagonal = np.concatenate([problem.hessian_diagonal, len(row) + np.arange(2 * n)])

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return self.problem.size + 2 * self._n

    def value(self, y: Array) -> float:
        """Total price, and a fraction of the job's objective."""
        paid = float(self.price @ (y[self.problem.size :].reshape(2, -1).sum(0)))
        return OBJECTIVE_SHARE * self.problem.value(self.unknowns(y)) + paid

    def gradient(self, y: Array) -> Array:
        """Gradient of the value."""
        slope = OBJECTIVE_SHARE * self.problem.gradient(self.unknowns(y))
        return np.concatenate([slope, self.price, self.price])

    def constraints(self, y: Array) -> Array:
        """g(x) - over + under."""
        return self._rows(self.unknowns(y)) - self.slack(y)

    def jacobian(self, y: Array) -> Array:
        """At ``jacobian_pattern``."""
        return np.concatenate([self.problem.jacobian(self.unknowns(y)), self._tail])

    def hessian(self, y: Array, multipliers: Array, objective_factor: float) -> Array:
        """At ``hessian_pattern``; the slacks are linear."""
        own = self.problem.hessian(
            self.unknowns(y), multipliers[: self.n_rows], OBJECTIVE_SHARE * objective_factor
        )
        return np.concatenate([own, np.zeros(2 * self._n)])

    def unknowns(self, y: Array) -> Array:
        """The problem's unknowns x."""
        return np.ascontiguousarray(y[: self.problem.size])

    def slack(self, y: Array) -> Array:
        """(S,) deviation of each row beyond its upper bound, or negative, below its lower bound."""
        over, under = y[self.problem.size :].reshape(2, -1)
        return over - under

    def start(self, x: Array) -> Array:
        """(size,) y at which x is feasible."""
        x = np.clip(x, self.lower[: self.problem.size], self.upper[: self.problem.size])
        g = self._rows(x)
        return np.concatenate([x, np.maximum(g - self.g_upper, 0.0), np.maximum(self.g_lower - g, 0.0)])

    def _rows(self, x: Array) -> Array:
        return np.concatenate([self.problem.constraints(x), x[self.bounded]])


def _widest(problem: Problem) -> tuple[Array, Array]:
    """Bounds without pins and muscle strengths; joint limits and nonnegative normal forces remain."""
    transcription = problem.transcription
    lower, upper = bounds(replace(transcription, job=replace(transcription.job, constraints=())))
    lower, upper = np.minimum(lower, problem.lower), np.maximum(upper, problem.upper)
    lower[transcription.variables.torque], upper[transcription.variables.torque] = -np.inf, np.inf
    return lower, upper


def _prices(problem: Problem, bounded: Indices) -> Array:
    variables, tree = problem.transcription.variables, problem.transcription.tree
    price = np.full(problem.size, LENGTH_PRICE)
    price[variables.q] = np.where(tree.rotation, ANGLE_PRICE, LENGTH_PRICE)
    strength = tree.effort_limit[variables.actuated] / problem.transcription.force_scale
    price[variables.torque] = STRENGTH_PRICE / strength
    rows = [np.full(len(c.lower), _price(c)) for c in problem.components]
    return np.concatenate([*rows, price[bounded]])


def _price(component: Component) -> float:
    if isinstance(component, EquationsOfMotion):
        return PHYSICS_PRICE
    if isinstance(component, FrictionCone | TwistFriction):
        return FRICTION_PRICE
    return ANGLE_PRICE if isinstance(component, NoTwist) else LENGTH_PRICE
