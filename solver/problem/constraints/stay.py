"""A point stays within bounds."""

from ...job.constraints.stay import Stay
from ...job.display_names import display_names
from ...verify.violation import Kind
from ..expression.term import Term, position


def terms(constraint: Stay) -> tuple[Term, ...]:
    """Three rows per frame."""
    text, (who,) = (
        position(constraint.body, constraint.point),
        display_names(constraint.display_names, constraint.body),
    )
    return (
        Term(
            text, constraint.lower, constraint.upper, constraint.when,
            kind=Kind.STAY, subject=(who,), unit="m", about=who, tolerance=constraint.slack,
        ),
    )  # fmt: skip
