"""Integral of any expression."""

from ...expression.term import Term
from ...job.job import Job
from ...job.objectives.expression import ExpressionObjective


def integrands(objective: ExpressionObjective, job: Job) -> tuple[Term, ...]:
    """Itself."""
    return (Term(objective.expression, when=objective.when, value=objective.value),)
