"""A point stays within bounds."""

from ...expression.term import Term, position
from ...job.constraints.stay import Stay
from ...job.display_names import display_names

Place = tuple[float, float, float]


def terms(constraint: Stay) -> tuple[Term, ...]:
    """Three rows per frame."""
    text, (who,) = (
        position(constraint.body, constraint.point),
        display_names(constraint.called, constraint.body),
    )
    return (
        Term(
            text, constraint.lower, constraint.upper, constraint.when,
            label=f"'{who}'", missed="misses its target by", unit="m", about=who,
        ),
    )  # fmt: skip
