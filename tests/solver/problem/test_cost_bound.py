"""A motion that may cost only so much."""

from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.job.check import check_job
from solver.job.constraints.cost_bound import CostBound
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.objectives.acceleration import Acceleration
from solver.job.objectives.effort import Effort
from solver.problem.formulate import formulate
from solver.verify.violation import Kind
from solver.wording.violations import sentence

STEPS = (ContactTiming("L_foot", ((0.0, 0.6),)), ContactTiming("R_foot", ((0.5, 0.6),)))


MIRRORED = Cycle((1.0, 0.0, 0.0), mirrored=True)
COUNTED = (Effort(), Acceleration())


def walk(*bounds: CostBound) -> Job:
    """Half of it is solved."""
    return Job("walk", chip(), AnimationTiming(1.0, 20.0), MIRRORED, STEPS, bounds, COUNTED)


def test_less_of_one_costs_more_of_the_other() -> None:
    free = animate(walk()).provenance
    most = 0.97 * free.terms["effort"]
    bounded = animate(walk(CostBound(most, of=("effort",)))).provenance
    assert free.solved
    assert bounded.solved, bounded.violations
    assert bounded.terms["effort"] == pytest.approx(most, rel=1e-4)
    assert bounded.terms["acceleration"] > free.terms["acceleration"]
    assert bounded.objective > free.objective


def test_a_bound_that_holds_already_changes_nothing() -> None:
    free = animate(walk()).provenance
    bounded = animate(walk(CostBound(1.2 * free.objective))).provenance
    assert bounded.objective == pytest.approx(free.objective, rel=1e-4)


def test_the_sentence_tells_both_amounts() -> None:
    problem = formulate(walk(CostBound(2.0)))
    x = np.random.default_rng(0).normal(0.0, 0.5, problem.size)
    (found,) = (v for v in problem.violations(x, count=99) if v.kind is Kind.COST_BOUND)
    both_halves = 2 * sum(problem.objective.terms(x).values())
    assert found.amount + 2.0 == pytest.approx(both_halves)
    assert found.constraint == "job.constraints[0]"
    assert str(sentence(found)) == f"the motion costs {found.amount:.3g} too much, where 2 is allowed"


@pytest.mark.parametrize(
    ("bound", "message"),
    [(CostBound(0.0), "expected more than 0, found 0"), (CostBound(1.0, ("power",)), "no objective 'power'")],
)
def test_what_bounds_nothing_is_refused(bound: CostBound, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check_job(replace(walk(), constraints=(bound,)))
