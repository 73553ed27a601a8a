"""Any expression over time."""

from ...job.job import Job
from ...job.objectives.expression import ExpressionObjective
from ..expression.term import Term


def integrands(objective: ExpressionObjective, job: Job) -> tuple[Term, ...]:
    """The expression itself."""
    return (Term(objective.expression, when=objective.when, of=objective.of, value=objective.value),)
