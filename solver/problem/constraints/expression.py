"""Bounds on any expression."""

from functools import partial

from ...job.aggregates import PEAK
from ...job.constraints.expression import ExpressionConstraint
from ...job.display_names import display_names
from ...verify.violation import Kind
from ..expression.term import LEAST_PEAK, Term


def terms(constraint: ExpressionConstraint) -> tuple[Term, ...]:
    """The expression itself."""
    bounds = [(constraint.lower, constraint.upper, constraint.of)]
    if constraint.of == PEAK:
        bounds = [(None, constraint.upper, PEAK)] if constraint.upper is not None else []
        bounds += [(constraint.lower, None, LEAST_PEAK)] if constraint.lower is not None else []
    (who,) = display_names(constraint.display_names, "")
    kind = Kind.NAMED_EXPRESSION if constraint.name else Kind.EXPRESSION
    subject = (constraint.name or constraint.expression,)
    term = partial(
        Term,
        constraint.expression,
        when=constraint.when,
        value=constraint.value,
        tolerance=constraint.tolerance,
    )
    return tuple(
        term(lower=lower, upper=upper, of=of, kind=kind, subject=subject, about=who)
        for lower, upper, of in bounds
    )
