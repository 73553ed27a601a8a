"""A point stays inside or outside a region."""

import math
from functools import partial

from ...job.constraints.region import BoxRegion, HalfSpaceRegion, Region
from ...job.display_names import display_names
from ...verify.violation import Kind
from ..expression.term import Term, position, steady
from .slack import of_shares

SHARPNESS = 8  # exponent for the outside of a box, with rounded edges and exact faces


def terms(constraint: Region) -> tuple[Term, ...]:
    """One row per frame; three inside a box."""
    shape, text_of_point = constraint.shape, position(constraint.body, constraint.point)
    (who,) = display_names(constraint.display_names, constraint.body)
    kind = Kind.INSIDE_REGION if constraint.inside else Kind.OUTSIDE_REGION
    term = partial(Term, when=constraint.when, kind=kind, subject=(who, shape.kind), about=who)
    if isinstance(shape, HalfSpaceRegion):
        length = math.hypot(*shape.normal)
        point, points = steady("point", shape.point)
        normal, normals = steady("normal", [n / length for n in shape.normal])
        low, high = (None, 0.0) if constraint.inside else (0.0, None)
        return (
            term(
                f"dot({text_of_point} - {point}, {normal})",
                low,
                high,
                unit="m",
                tracks=points + normals,
                tolerance=constraint.slack,
            ),
        )
    sizes = shape.sizes
    centre, centres = steady("centre", shape.centre)
    away = f"({text_of_point} - {centre})"
    if isinstance(shape, BoxRegion) and constraint.inside:
        half = (sizes[0] / 2, sizes[1] / 2, sizes[2] / 2)
        back = (-half[0], -half[1], -half[2])
        return (term(away, back, half, unit="m", tracks=centres, tolerance=constraint.slack),)
    power = SHARPNESS if isinstance(shape, BoxRegion) else 2
    _, shares = steady("share", [2 / size for size in sizes])
    parts = (f"({away}.{c} * share_{c}) ** {power}" for c in "xyz")
    text = " + ".join(parts)
    if power > 2:
        text = f"({text} + 1e-8) ** {1 / power!r}"
    least, most = (None, 1.0) if constraint.inside else (1.0, None)
    allowed = of_shares(constraint.slack, max(sizes) / 2, power=1 if power > 2 else 2)
    return (term(text, least, most, tracks=centres + shares, tolerance=allowed),)
