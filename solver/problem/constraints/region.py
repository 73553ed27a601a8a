"""Regions that a point stays in or out of."""

from functools import partial

from ...errors import InputError
from ...job.constraints.region import BoxRegion, EllipsoidRegion, HalfSpaceRegion, Region, Sphere
from ...job.display_names import display_names
from ...verify.violation import Kind
from ..expression.term import Term, position, steady

Place = tuple[float, float, float]


SHARPNESS = 8  # of a box seen from outside: its edges are round, its faces exact


def terms(constraint: Region) -> tuple[Term, ...]:
    """One row per frame; three inside a box.

    Raises:
        InputError: the place has no size, or its normal no direction.
    """
    shape, place = constraint.shape, position(constraint.body, constraint.point)
    (who,) = display_names(constraint.called, constraint.body)
    kind = Kind.INSIDE_REGION if constraint.inside else Kind.OUTSIDE_REGION
    asked = partial(Term, when=constraint.when, kind=kind, subject=(who, shape.kind), about=who)
    if isinstance(shape, HalfSpaceRegion):
        length = sum(n**2 for n in shape.normal) ** 0.5
        if not length:
            raise InputError("the normal has no direction", field="shape.normal")
        point, points = steady("point", shape.point)
        normal, normals = steady("normal", [n / length for n in shape.normal])
        low, high = (None, 0.0) if constraint.inside else (0.0, None)
        return (asked(f"dot({place} - {point}, {normal})", low, high, unit="m", tracks=points + normals),)
    sizes = _sizes(shape)
    if min(sizes) <= 0:
        raise InputError("expected sizes above 0", field="shape")
    centre, centres = steady("centre", shape.centre)
    away = f"({place} - {centre})"
    if isinstance(shape, BoxRegion) and constraint.inside:
        half = (sizes[0] / 2, sizes[1] / 2, sizes[2] / 2)
        back = (-half[0], -half[1], -half[2])
        return (asked(away, back, half, unit="m", tracks=centres),)
    power = SHARPNESS if isinstance(shape, BoxRegion) else 2
    _, shares = steady("share", [2 / size for size in sizes])
    parts = (f"({away}.{c} * share_{c}) ** {power}" for c in "xyz")
    text = " + ".join(parts)
    if power > 2:
        text = f"({text} + 1e-8) ** {1 / power!r}"
    least, most = (None, 1.0) if constraint.inside else (1.0, None)
    return (asked(text, least, most, tracks=centres + shares),)


def _sizes(shape: Sphere | EllipsoidRegion | BoxRegion) -> Place:
    if isinstance(shape, Sphere):
        return (2 * shape.radius,) * 3
    return shape.diameters if isinstance(shape, EllipsoidRegion) else shape.size
