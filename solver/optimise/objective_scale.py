"""Scaling of the objective.

IPOPT scales an objective by its gradient at the start, which is zero while no muscle pulls. An objective in newton
meters is then a thousand times as steep as one relative to muscle strength, and dominates the constraints. This
scaling uses the curvature instead, which is nonzero from the beginning.
"""

import numpy as np

from ..problem.problem import Problem

USUAL = 100.0  # 1/s: curvature over a step of objectives relative to strength
LARGE = 100 * USUAL  # objectives up to here are not scaled


def objective_scale(problem: Problem) -> float:
    """Factor on the objective; 1 unless the median muscle's curvature is far larger than usual."""
    row, column = problem.objective.hessian_pattern
    is_diagonal = row == column
    curvature = np.zeros(problem.size)
    curvature[row[is_diagonal]] = np.asarray(problem.objective.hessian)[is_diagonal]
    transcription = problem.transcription
    torques = curvature[transcription.variables.torque]
    steepness = float(np.median(torques)) / transcription.timeline.step if torques.size else 0.0
    return USUAL / steepness if steepness > LARGE else 1.0
