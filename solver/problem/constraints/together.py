"""Distance of two points."""

from functools import partial

from ...job.constraints.together import Together
from ...job.display_names import display_names
from ...verify.violation import Kind
from ..expression.term import Term, position, steady
from .slack import of_squares


def terms(constraint: Together) -> tuple[Term, ...]:
    """One expression."""
    other, tracks = steady("place", constraint.point_b)
    if constraint.body_b:
        other, tracks = position(constraint.body_b, constraint.point_b), ()
    apart = f"{position(constraint.body_a, constraint.point_a)} - {other}"
    subject, another = display_names(constraint.display_names, constraint.body_a, constraint.body_b)
    term = partial(
        Term,
        when=constraint.when,
        kind=Kind.TOGETHER,
        subject=(subject, another) if another else (subject,),
        about=subject,
        tracks=tracks,
    )
    if constraint.farthest == 0:
        return (term(apart, 0.0, 0.0, unit="m", tolerance=constraint.slack),)
    lower = constraint.nearest**2 if constraint.nearest else None
    upper = None if constraint.farthest is None else constraint.farthest**2
    allowed = of_squares(constraint.slack, nearest=constraint.nearest, farthest=constraint.farthest)
    return (term(f"dot({apart}, {apart})", lower, upper, unit="m2", tolerance=allowed),)
