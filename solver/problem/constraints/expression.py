"""Bounds on any expression."""

from functools import partial

from ...errors import InputError
from ...job.constraints.expression import ExpressionConstraint
from ...job.display_names import display_names
from ...verify.violation import Kind
from ..expression.term import AGGREGATES, LEAST_PEAK, PEAK, Term


def terms(constraint: ExpressionConstraint) -> tuple[Term, ...]:
    """Itself.

    Raises:
        InputError: the bounds make no sense.
    """
    if constraint.of not in AGGREGATES:
        raise InputError(f"expected one of {', '.join(AGGREGATES)}, found '{constraint.of}'", field="of")
    if constraint.lower is None and constraint.upper is None:
        raise InputError("expected a lower or an upper bound, found neither", field="lower")
    if constraint.lower is not None and constraint.upper is not None and constraint.lower > constraint.upper:
        raise InputError(f"lower {constraint.lower:g} is above upper {constraint.upper:g}", field="lower")
    if constraint.tolerance is not None and not constraint.tolerance > 0:
        raise InputError(f"expected a tolerance above 0, found {constraint.tolerance:g}", field="tolerance")
    bounds = [(constraint.lower, constraint.upper, constraint.of)]
    if constraint.of == PEAK:
        bounds = [(None, constraint.upper, PEAK)] if constraint.upper is not None else []
        bounds += [(constraint.lower, None, LEAST_PEAK)] if constraint.lower is not None else []
    (who,) = display_names(constraint.called, "")
    kind = Kind.NAMED_EXPRESSION if constraint.name else Kind.EXPRESSION
    subject = (constraint.name or constraint.expression,)
    asked = partial(
        Term,
        constraint.expression,
        when=constraint.when,
        value=constraint.value,
        tolerance=constraint.tolerance,
    )
    return tuple(
        asked(lower=lower, upper=upper, of=of, kind=kind, subject=subject, about=who)
        for lower, upper, of in bounds
    )
