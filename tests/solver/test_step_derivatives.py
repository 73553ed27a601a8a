"""Derivatives by the steps between frames, where these are unknowns, against central differences."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from solver.errors import InputError
from solver.job.aggregates import EACH, INTEGRAL, MEAN, PEAK
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.hold_pose import HoldPose
from solver.job.constraints.region import Region
from solver.job.constraints.stay import Stay
from solver.job.constraints.together import Together
from solver.job.job import Job, Objective
from solver.job.objectives.acceleration import Acceleration
from solver.job.objectives.duration import Duration
from solver.job.objectives.effort import Effort
from solver.job.objectives.expression import ExpressionObjective
from solver.job.objectives.force_change import ForceChange
from solver.job.objectives.head_steady import HeadSteady
from solver.job.objectives.posture import Posture
from solver.job.objectives.power import Power
from solver.job.objectives.preferred_angles import PreferredAngle, PreferredAngles
from solver.job.objectives.torque import Torque
from solver.job.objectives.torque_change import TorqueChange
from solver.job.surfaces import Plate
from solver.job.when import ALWAYS, When
from solver.problem.constraints.expression import terms
from solver.problem.formulate import formulate
from solver.problem.problem import Problem
from solver.problem.rows.expression_rows import ExpressionRows
from solver.problem.rows.least_peak import LeastPeak
from solver.problem.rows.peak import Peak
from solver.problem.rows.stretches import MeanBound
from solver.problem.state import State
from solver.problem.transcription import transcribe
from solver.verify.violation import Kind
from tests.solver.odd_jobs import CLIPS, OBJECTIVES, WRITTEN, point, problem_of
from tests.support.derivatives import (
    assert_close,
    assert_derivatives,
    assert_whole,
    carried,
    differences,
    directions,
    symmetric,
)

every_clip = pytest.mark.parametrize("clip", CLIPS)
TIMED: tuple[Objective, ...] = (
    Effort(), Torque(), Duration(), ForceChange(), TorqueChange(), Acceleration(), Posture(),
    PreferredAngles((PreferredAngle("waist.rx", 0.1, 2.0),)),
    PreferredAngles((PreferredAngle("root.tx", 0.3),)), OBJECTIVES[8], Power(), HeadSteady("trunk"),
    ExpressionObjective("norm(com.velocity) * duration + cos(waist.rx) ** 2 * waist.ry.torque ** 2 / 100", name="odd"),
    ExpressionObjective("trunk.velocity.x * waist.rx * duration", of=PEAK),
    ExpressionObjective("trunk.velocity.x * com.z", when=When(2, 2), of=MEAN),
)  # fmt: skip
CHANGES = tuple(
    ExpressionConstraint(text, -1.0, 2.0, when, of)
    for text, when, of in (
        ("trunk.velocity", ALWAYS, EACH),
        ("root.tx.central_rate * time_step", ALWAYS, EACH),
        ("waist.rx.forward_rate + trunk.velocity.z", ALWAYS, EACH),
        ("trunk.acceleration.z + chest.velocity.x", ALWAYS, EACH),
        ("trunk.velocity.z(0) - chest.velocity.z(-1)", ALWAYS, EACH),
        ("root.ty.rate(2) * duration", ALWAYS, EACH),
        ("root.tz.rate", When(3, 3), EACH),
        ("power", ALWAYS, INTEGRAL),
        ("trunk.velocity", When(1, 3), INTEGRAL),
        ("trunk.position.z ** 2", ALWAYS, INTEGRAL),
        ("50 * trunk.velocity.x * waist.rx", ALWAYS, PEAK),
    )
)
CHANGED = [term for change in CHANGES for term in terms(change)]
WRITTEN_TIMED = (*(c for c in WRITTEN if isinstance(c, Region | Together | HoldPose | Stay)), *CHANGES)


@cache
def timed_problem_of(clip: str) -> Problem:
    """A job of the other derivatives' test with unknown steps, without what those cannot have."""
    job = problem_of(clip, "free").transcription.job
    constraints = (*(c for c in job.constraints if c not in WRITTEN or c in WRITTEN_TIMED), *CHANGES)
    objectives = tuple(replace(objective, weight=0.7 + k) for k, objective in enumerate(TIMED))
    weights = np.linspace(-0.2, 1.0, len(problem_of(clip, "free").transcription.timeline.pairs))
    stretches = (
        MeanBound(Kind.PHASE_DURATION, "foot", weights, 0.1, 0.6),
        MeanBound(Kind.PHASE_DURATION, "foot", 1 - weights, 0.3, 0.3),
    )
    job = without_plates(replace(job, constraints=constraints, objectives=objectives))
    return formulate(job, free_steps=stretches)


def without_plates(job: Job) -> Job:
    """Nothing touches a moving body: steps are not free then."""
    fixed = tuple(surface for surface in job.surfaces if not isinstance(surface, Plate))
    names = {"", *(surface.name for surface in fixed)}
    timings = tuple(timing for timing in job.contact_timings if timing.surface in names)
    return replace(job, surfaces=fixed, contact_timings=timings)


@every_clip
def test_every_component_with_free_steps(clip: str) -> None:
    problem = timed_problem_of(clip)
    for component in problem.components:
        assert_derivatives(problem, component)


@every_clip
def test_every_objective_with_free_steps(clip: str) -> None:
    problem = timed_problem_of(clip)
    objective, x = problem.objective, point(problem)
    along = directions(problem.size)
    assert_close(along @ objective.gradient(x), differences(objective.value, x, along))
    state = State(problem.transcription, x)
    values = objective.varying_hessian(state, 1.0)
    hessian = symmetric(objective.varying_pattern, values, problem.size)
    hessian += carried(problem, state, objective.point_weights(state, 1.0))
    assert_close(hessian @ along.T, differences(objective.gradient, x, along))
    assert 40 * sum(objective.terms(x).values()) == pytest.approx(objective.value(x))


@every_clip
def test_even_free_steps_are_the_given_ones(clip: str) -> None:
    timed = timed_problem_of(clip)
    given, x = formulate(timed.transcription.job), point(timed)
    x[[*timed.transcription.variables.steps, *timed.transcription.variables.length]] = 1.0
    own = x[: given.size]
    for component, other in zip(timed.components, given.components, strict=False):  # the last one: stretches
        found, expected = (
            component.values(State(timed.transcription, x)),
            other.values(State(given.transcription, own)),
        )
        if isinstance(component, ExpressionRows):  # which are scaled by random samples
            if component.request not in CHANGED:
                continue
            found, expected = -found / component.lower, -expected / other.lower
        elif isinstance(component, LeastPeak):
            found, expected = found / component.lower, expected / other.lower
        elif isinstance(component, Peak):
            found, expected = found / np.abs(found).max(), expected / np.abs(expected).max()
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert timed.value(x) == pytest.approx(given.value(own), rel=1e-12)


@every_clip
def test_whole_problem_with_free_steps(clip: str) -> None:
    assert_whole(timed_problem_of(clip))


def test_plates_need_given_steps() -> None:
    with pytest.raises(InputError, match="timings by gradient do not support contacts on moving bodies"):
        transcribe(problem_of("open", "free").transcription.job, free_steps=True)
