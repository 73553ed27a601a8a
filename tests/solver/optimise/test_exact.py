"""An optimum has six digits at the default tolerance, however strong the muscles are."""

from dataclasses import replace

import numpy as np
import pytest

from solver.character import Character, RigidBody, RootJoint
from solver.fitting.presets.arm import planar_arm
from solver.job.constraints.at_rest import AtRest
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job, SolverOptions
from solver.job.objectives.effort import Effort
from solver.optimise.solution import Solution
from solver.optimise.solve import solve

STRONGER = (1.0, 30.0, 1000.0)
DIGITS = 2e-6


def block(times: float) -> Job:
    """1 kg that is moved by 1 m in 1 s, by a jet that is strong enough."""
    body, jet = RigidBody("block", 1.0, (0.2, 0.2, 0.2)), 12.0 * times
    character = Character(
        "Block", (body,), root=RootJoint("block", translation="X", axes="", force_limit=jet)
    )
    ends = (Pin("root.tx", 0, 0, 0.0, 0.0), Pin("root.tx", -1, -1, 1.0, 1.0), AtRest())
    return Job("block", character, AnimationTiming(1.0, 20.0), None, (), ends, (Effort(),), gravity=(0, 0, 0))


def reach(times: float) -> Job:
    """An arm that turns its shoulder by 0.6 rad where nothing weighs; what its other joints do is its own."""
    arm = planar_arm()
    joints = tuple(replace(j, torque_limits=tuple(times * t for t in j.torque_limits)) for j in arm.joints)
    ends = (Pin("shoulder.ry", 0, 0, 0.0, 0.0), Pin("shoulder.ry", -1, -1, -0.6, -0.6), AtRest())
    arm = replace(arm, joints=joints)
    return Job("reach", arm, AnimationTiming(0.8, 20.0), None, (), ends, (Effort(),), gravity=(0, 0, 0))


def solved(job: Job) -> Solution:
    """Its optimum."""
    solution = solve(job, send=lambda _: None, cancelled=lambda: False)
    assert solution.solved
    return solution


@pytest.mark.parametrize("job", [block, reach])
def test_strength_in_plenty_changes_neither_cost_nor_motion(job) -> None:
    exact = job(1.0)
    exact = solved(replace(exact, options=replace(exact.options, tolerance=1e-9)))
    cost, places = exact.problem.value(exact.x), exact.problem.transcription.variables.q
    for times in STRONGER:
        found = solved(job(times))
        assert found.problem.transcription.job.options.tolerance == SolverOptions().tolerance
        assert times**2 * found.problem.value(found.x) == pytest.approx(cost, rel=DIGITS)
        np.testing.assert_allclose(found.x[places], exact.x[places], atol=3e-4)
