"""Constraints of clips that hold at all of their frames, and so in between them, too."""

from ...job.constraints.above_ground import AboveGround
from ...job.constraints.apart import Apart, NoSelfIntersection
from ...job.constraints.expression import ExpressionConstraint
from ...job.constraints.together import Together
from ...job.job import Constraint, Job
from ...job.when import ALWAYS


def lasting_constraints(*jobs: Job) -> tuple[Constraint, ...]:
    """What the jobs say of all their frames and of no place in the world, each once: legs apart, an arm's speed.

    Expressions that may use the names of a job's own subexpressions stay there.
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
