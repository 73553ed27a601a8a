"""Two tables from types of constraints and objectives to the expressions that define them."""

from collections.abc import Callable
from typing import Any

from ..job.aggregates import PEAK
from ..job.constraints.expression import ExpressionConstraint
from ..job.constraints.follow_path import FollowPath
from ..job.constraints.hold_pose import HoldPose
from ..job.constraints.region import Region
from ..job.constraints.stay import Stay
from ..job.constraints.together import Together
from ..job.job import Job
from ..job.objectives.expression import ExpressionObjective
from ..job.objectives.head_steady import HeadSteady
from ..job.objectives.power import Power
from .constraints import expression, follow_path, hold_pose, region, stay, together
from .constraints.power_limit import power_limits
from .expression.term import LEAST_PEAK, Term
from .objectives import expression as expression_objective
from .objectives import head_steady, power

# Bounded expressions of a constraint.
TERMS: dict[type, Callable[[Any], tuple[Term, ...]]] = {
    ExpressionConstraint: expression.terms,
    FollowPath: follow_path.terms,
    HoldPose: hold_pose.terms,
    Region: region.terms,
    Stay: stay.terms,
    Together: together.terms,
}

# Unweighted integrands of an objective, which are added.
INTEGRANDS: dict[type, Callable[[Any, Job], tuple[Term, ...]]] = {
    ExpressionObjective: expression_objective.integrands,
    HeadSteady: head_steady.integrands,
    Power: power.integrands,
}


def constraint_terms(job: Job) -> list[tuple[str, Term]]:
    """Field and term of each."""
    terms = []
    for k, constraint in enumerate(job.constraints):
        if type(constraint) in TERMS:
            field = f"job.constraints[{k}]"
            terms += [(field, term) for term in TERMS[type(constraint)](constraint)]
    return [*terms, *power_limits(job)]


def least_peaks(job: Job) -> list[str]:
    """Fields of the constraints whose peak has a lower bound."""
    return [field for field, term in constraint_terms(job) if term.of == LEAST_PEAK]


def objective_terms(job: Job) -> list[tuple[str, Term]]:
    """Field and term of each."""
    return [
        (f"job.objectives[{k}]", term)
        for k, objective in enumerate(job.objectives)
        if type(objective) in INTEGRANDS
        for term in INTEGRANDS[type(objective)](objective, job)
    ]


def peaks(job: Job) -> dict[Term, str]:
    """Expressions whose peak is minimized, each once, with the field of the first objective that uses it."""
    fields: dict[Term, str] = {}
    for field, term in objective_terms(job):
        if term.of == PEAK:
            fields.setdefault(term, field)
    return fields


def expression_points(job: Job) -> list[tuple[str, tuple[float, float, float]]]:
    """(body, place in the rest pose) of the points that a job's expressions measure.

    Raises:
        InputError: an expression is wrong.
    """
    bounded, minimized = constraint_terms(job), objective_terms(job)
    if not bounded and not minimized and not job.subexpressions:
        return []  # sympy takes a third of a second to load
    from ..expression.reading import check_subexpressions
    from .checks.terms import check_bounded, check_minimized
    from .expression.read_term import read_term
    from .expression.rest_points import rest_points

    if job.subexpressions:  # their vocabulary takes longer to load than everything before
        check_subexpressions(job.subexpressions, job.character)
    points: dict[tuple[str, tuple[float, float, float]], None] = {}
    for k, (field, term) in enumerate([*bounded, *minimized]):
        expression = read_term(term, job, field)
        if k < len(bounded):
            check_bounded(term, expression, job, field=field)
        else:
            check_minimized(expression, job, field=field)
        points |= dict.fromkeys(rest_points(job.character, expression.signals))
    return list(points)
