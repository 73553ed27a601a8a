"""An objective in newton meters is brought to the size of one in shares of strength."""

from dataclasses import replace

import pytest

from solver.job.job import Job
from solver.job.objectives.effort import Effort
from solver.job.objectives.torque import Torque
from solver.optimise.objective_scale import LARGE, USUAL, objective_scale
from solver.problem.formulate import formulate
from tests.reference_problems.biped import KELLY, walk


def scale(weight: float, steps: int = 50) -> float:
    """Of a biped's squared torques."""
    return objective_scale(formulate(_with(walk(steps, step=KELLY), Torque(weight))))


def _with(job: Job, objective: Torque | Effort) -> Job:
    return replace(job, objectives=(objective,))


def test_weight_and_frames_do_not_matter() -> None:
    """The optimizer sees the same objective."""
    assert scale(1.0) < USUAL / LARGE
    assert scale(1.0) == pytest.approx(7 * scale(7.0))
    assert scale(1.0, steps=100) == pytest.approx(scale(1.0))


def test_shares_of_strength_are_left_as_they_are() -> None:
    assert objective_scale(formulate(_with(walk(50, step=KELLY), Effort()))) == 1.0
