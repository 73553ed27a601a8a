"""The motion of a job that is nearest to a target, which need not be physical."""

import numpy as np

from ..arrays import Array
from ..optimise.multipliers import Multipliers
from ..optimise.recipe import NEAR, WARM
from ..optimise.search import Search
from ..optimise.solution import Solution
from ..problem.problem import Problem
from ..problem.rows.component import Pattern
from ..problem.rows.mass_distance import MassDistances
from .farthest import CHEAP
from .metrics.mass import PLAIN

NEAREST = "nearest"  # strategy
TOLERANCE = 1e-3  # of a distance to a tenth of a millimetre
ITERATIONS = 80


def nearest(
    search: Search, target: MassDistances, start: Array, multipliers: Multipliers | None = None
) -> Solution:
    """The motion nearest to a target; the closest attempt where none is found.

    Its multipliers are those of ``Toward``, for a target beside this one.

    Args:
        search: of the job.
        target: the distance from it alone.
        start: (size,) the job's unknowns to begin with.
        multipliers: of the nearest motion to a target beside this one; None: none is known.
    """
    problem = search.problem
    result = search.run(
        "Seeking the nearest motion", Toward(problem, target), np.clip(start, problem.lower, problem.upper),
        iterations=ITERATIONS, unknowns=None, judged=False, multipliers=multipliers,
        recipe=(NEAR if multipliers is None else WARM).at_least(TOLERANCE),
    )  # fmt: skip
    return Solution(
        problem, result.x, solved=problem.violation(result.x) <= problem.feasible, cancelled=search.is_cancelled,
        status=result.message, iterations=result.iterations, multipliers=result.multipliers,
        seconds={"optimise": search.seconds, "callbacks": search.callback_seconds}, strategy=NEAREST,
    )  # fmt: skip


class Toward:
    """minimise d^2(x) / PLAIN^2 + CHEAP f(x) subject to the job.

    Args:
        problem: of the job.
        distance: from the target alone.
    """

    def __init__(self, problem: Problem, distance: MassDistances) -> None:
        self._problem, self._distance = problem, distance
        self.lower, self.upper = problem.lower, problem.upper
        self.g_lower, self.g_upper = problem.g_lower, problem.g_upper
        self.jacobian_pattern = problem.jacobian_pattern
        (row, column), (near, far) = problem.hessian_pattern, distance.hessian_pattern
        self.hessian_pattern: Pattern = (np.concatenate([row, near]), np.concatenate([column, far]))
        self.hessian_diagonal = problem.hessian_diagonal

    @property
    def size(self) -> int:
        """The job's unknowns."""
        return self._problem.size

    def value(self, x: Array) -> float:
        """To be minimised."""
        apart = float(self._distance.values(self._problem.state(x))[0])
        return CHEAP * self._problem.value(x) + apart / PLAIN**2

    def gradient(self, x: Array) -> Array:
        """(size,)."""
        slopes = self._distance.slopes(self._problem.state(x))[0]
        away = np.bincount(self._distance.columns, slopes, self.size)
        return np.asarray(CHEAP * self._problem.gradient(x) + away / PLAIN**2)

    def constraints(self, x: Array) -> Array:
        """The job's."""
        return self._problem.constraints(x)

    def jacobian(self, x: Array) -> Array:
        """At ``jacobian_pattern``."""
        return self._problem.jacobian(x)

    def hessian(self, x: Array, multipliers: Array, objective_factor: float) -> Array:
        """At ``hessian_pattern``."""
        own = self._problem.hessian(x, multipliers, CHEAP * objective_factor)
        bent = self._distance.hessian(self._problem.state(x), np.array([objective_factor / PLAIN**2]))
        return np.concatenate([own, bent])
