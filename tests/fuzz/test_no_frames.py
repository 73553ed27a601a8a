"""What is asked at no frame holds, however that is said: it has no rows and no weight."""

from dataclasses import replace

import numpy as np
import pytest

from solver import api
from solver.fitting.presets.chip import chip
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.objectives.expression import ExpressionObjective
from solver.job.when import When
from solver.problem.formulate import formulate

NEVER = {
    "false": When(condition="1 < 0"),
    "before the first frame": When(condition="time < 0"),
    "neither of two": When(condition="time < 0 or phase > 2"),
    "two that exclude each other": When(condition="L_foot.touching and not L_foot.touching"),
    "no number": When(condition="sqrt(0 - 1 - time) > 1"),
    "not that of no number": When(condition="not (log(0 - 1 - time) > 1)"),
    "a contact that never touches": When(contact="R_foot"),
}
CYCLES = {
    "open": None,
    "cycle": api.Cycle((1.3, 0.0, 0.0)),
    "mirrored": api.Cycle((1.3, 0.0, 0.0), mirrored=True),
}
TEXTS = ("com.z", "torso.position", "L_foot.force", "norm(torso.velocity) * torso.tz(0)")


def job(cycle: api.Cycle | None, **more: object) -> api.Job:
    stands = () if cycle and cycle.mirrored else (api.ContactTiming("L_foot", ((0.0, 0.6),)),)
    return api.Job("walk", chip(), api.AnimationTiming(1.0, fps=20), cycle, stands, **more)


@pytest.mark.parametrize("cycle", CYCLES)
@pytest.mark.parametrize("when", NEVER)
def test_a_constraint_that_holds_at_no_frame_has_no_rows(when: str, cycle: str) -> None:
    asked = tuple(
        ExpressionConstraint(text, 0.0, 1.0, NEVER[when], of=of)
        for text in TEXTS
        for of in ("each", "mean", "integral")
    )
    plain, constrained = formulate(job(CYCLES[cycle])), formulate(job(CYCLES[cycle], constraints=asked))
    assert len(constrained.g_lower) == len(plain.g_lower)


@pytest.mark.parametrize("cycle", CYCLES)
@pytest.mark.parametrize("when", NEVER)
def test_an_objective_that_counts_at_no_frame_costs_nothing(when: str, cycle: str) -> None:
    asked = (ExpressionObjective("com.z ** 2", when=NEVER[when]),)
    problem = formulate(job(CYCLES[cycle], objectives=asked))
    x = np.random.default_rng(0).normal(size=problem.size)
    assert problem.value(x) == 0
    assert not problem.gradient(x).any()
    assert not problem.hessian(x, np.zeros(len(problem.g_lower)), 1.0).any()


def test_the_peak_of_no_frame_has_no_lower_bound() -> None:
    peak = ExpressionConstraint("com.z", 0.5, None, NEVER["false"], of="peak")
    with pytest.raises(api.InputError, match="no frame at which to reach the lower bound"):
        formulate(job(None, constraints=(peak,)))


def test_a_motion_is_not_judged_by_a_constraint_that_holds_at_no_frame() -> None:
    walk = job(CYCLES["cycle"])
    both = replace(walk, contact_timings=(*walk.contact_timings, api.ContactTiming("R_foot", ((0.5, 0.6),))))
    asked = tuple(
        ExpressionConstraint("com.z", 5.0, 9.0, NEVER["false"], of=of) for of in ("each", "mean", "integral")
    )
    assert api.animate(replace(both, constraints=asked)).provenance.solved
