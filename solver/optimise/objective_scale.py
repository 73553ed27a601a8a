"""The size at which the optimizer sees an objective.

IPOPT scales an objective by its slope at the start, which is zero where no muscle pulls yet. One in newton meters then
is a thousand times as steep as one in shares of each muscle's strength, and what it asks drowns the constraints. Here
the curvature counts, which is there from the beginning.
"""

import numpy as np

from ..problem.problem import Problem

USUAL = 100.0  # 1/s: curvature over a step of objectives in shares of strength
LARGE = 100 * USUAL  # an objective is left as it is up to here


def objective_scale(problem: Problem) -> float:
    """By what to multiply the objective; 1 unless the median muscle is far steeper than usual."""
    row, column = problem.objective.hessian_pattern
    is_diagonal = row == column
    curvature = np.zeros(problem.size)
    curvature[row[is_diagonal]] = np.asarray(problem.objective.hessian)[is_diagonal]
    transcription = problem.transcription
    torques = curvature[transcription.variables.torque]
    steepness = float(np.median(torques)) / transcription.timeline.step if torques.size else 0.0
    return USUAL / steepness if steepness > LARGE else 1.0
