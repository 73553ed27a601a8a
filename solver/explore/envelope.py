"""Derivative of a job's minimal cost by one of its numbers: the envelope theorem."""

import numpy as np

from ..arrays import Array
from ..job.job import Job
from ..optimise.solution import Solution
from ..problem.formulate import formulate
from ..problem.objectives.weighted_sum import UNIT
from ..problem.problem import Problem

PROBE = 1e-4  # change of the number


def slope_of_cost(solution: Solution, changed: Job) -> float:
    """Derivative of the minimal cost, in the objective's unit, by a number that is larger by PROBE in ``changed``.

    It equals the derivative of the Lagrangian at the optimum, so nothing is solved again.
    """
    here, there = (_lagrangian(problem, solution) for problem in (solution.problem, formulate(changed)))
    return (there - here) / PROBE / UNIT


def _lagrangian(problem: Problem, solution: Solution) -> float:
    """Cost + multipliers . (g - active bound), and likewise for the unknowns' bounds."""
    x, found = solution.x, solution.multipliers
    assert found is not None
    bound = np.where(found.rows < 0, problem.g_lower, problem.g_upper)
    below = _finite(x - problem.lower)
    above = _finite(problem.upper - x)
    return (
        problem.value(x)
        + float(found.rows @ _finite(problem.constraints(x) - bound))
        - float(found.lower @ below)
        - float(found.upper @ above)
    )


def _finite(values: Array) -> Array:
    """Values with 0 for infinite ones."""
    return np.where(np.isfinite(values), values, 0.0)
