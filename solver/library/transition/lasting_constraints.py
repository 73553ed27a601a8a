"""Constraints that hold at all frames of clips, and therefore also in between."""

from ...job.constraints.above_ground import AboveGround
from ...job.constraints.apart import Apart, NoSelfIntersection
from ...job.constraints.expression import ExpressionConstraint
from ...job.constraints.together import Together
from ...job.job import Constraint, Job
from ...job.when import ALWAYS


def lasting_constraints(*jobs: Job) -> tuple[Constraint, ...]:
    """Constraints of jobs on all their frames and independent of the place in the world, without duplicates.

    Expressions that may use a job's subexpressions are excluded.
    """
    found = [
        constraint
        for job in jobs
        for constraint in job.constraints
        if _is_always(constraint)
        and not (isinstance(constraint, ExpressionConstraint) and job.subexpressions)
    ]
    return tuple(each for k, each in enumerate(found) if each not in found[:k])


def _is_always(constraint: Constraint) -> bool:
    if isinstance(constraint, ExpressionConstraint):
        return constraint.when == ALWAYS and constraint.of == "each"
    if isinstance(constraint, Together):
        return constraint.when == ALWAYS
    return isinstance(constraint, Apart | NoSelfIntersection | AboveGround)
