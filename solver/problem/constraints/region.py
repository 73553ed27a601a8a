"""Places to keep in or out of."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from ...errors import InputError
from ..called import called
from ..expression.request import Request, position, vector
from ..when import ALWAYS, When

Place = tuple[float, float, float]

SHARPNESS = 8  # of a box seen from outside: its edges are round, its faces exact


@dataclass(frozen=True)
class Sphere:
    """A ball of space.

    Attributes:
        centre: world [m].
        radius: [m].
    """

    kind: ClassVar[str] = "sphere"
    centre: Place
    radius: float


@dataclass(frozen=True)
class EllipsoidRegion:
    """An ellipsoid along the world's axes.

    Attributes:
        centre: world [m].
        diameters: along the world's axes [m].
    """

    kind: ClassVar[str] = "ellipsoid"
    centre: Place
    diameters: Place


@dataclass(frozen=True)
class BoxRegion:
    """A box along the world's axes.

    Attributes:
        centre: world [m].
        size: along the world's axes [m].
    """

    kind: ClassVar[str] = "box"
    centre: Place
    size: Place


@dataclass(frozen=True)
class HalfSpaceRegion:
    """Everything behind a plane.

    Attributes:
        point: on the plane, world [m].
        normal: out of the region; its length does not matter.
    """

    kind: ClassVar[str] = "half_space"
    point: Place
    normal: Place


Shape = Sphere | EllipsoidRegion | BoxRegion | HalfSpaceRegion


@dataclass(frozen=True)
class Region:
    """A point of a body x inside a shape, or outside of it.

    With d = x - centre: (d / radius)^2 <= 1, or >= 1; |d_k| <= size_k / 2, or (sum (2 d_k / size_k)^8)^(1/8)
    >= 1, a box with round edges; normal . d <= 0, or >= 0.

    Attributes:
        body: its name.
        shape: the region.
        inside: keep in; False: keep out.
        point: of the body, in its own axes from its centre [m].
        when: at which frames.
        called: what messages call the body; its name when empty.
    """

    kind: ClassVar[str] = "region"
    body: str
    shape: Shape
    inside: bool = True
    point: Place = (0.0, 0.0, 0.0)
    when: When = ALWAYS
    called: tuple[str, ...] = ()

    def requests(self) -> tuple[Request, ...]:
        """One row per frame; three inside a box.

        Raises:
            InputError: the place has no size, or its normal no direction.
        """
        shape, place = self.shape, position(self.body, self.point)
        (who,) = called(self.called, self.body)
        missed = f"{'misses' if self.inside else 'enters'} its {shape.kind.replace('_', ' ')} by"
        asked = partial(Request, when=self.when, label=f"'{who}'", missed=missed, about=who)
        if isinstance(shape, HalfSpaceRegion):
            length = sum(n**2 for n in shape.normal) ** 0.5
            if not length:
                raise InputError("the normal has no direction", field="shape.normal")
            text = f"dot({place} - {vector(shape.point)}, {vector(shape.normal)}) / {length!r}"
            low, high = (None, 0.0) if self.inside else (0.0, None)
            return (asked(text, low, high),)
        sizes = _sizes(shape)
        if min(sizes) <= 0:
            raise InputError("expected sizes above 0", field="shape")
        away = f"({place} - {vector(shape.centre)})"
        if isinstance(shape, BoxRegion) and self.inside:
            half = (sizes[0] / 2, sizes[1] / 2, sizes[2] / 2)
            back = (-half[0], -half[1], -half[2])
            return (asked(away, back, half),)
        power = SHARPNESS if isinstance(shape, BoxRegion) else 2
        parts = (f"({away}.{c} * {2 / s!r}) ** {power}" for c, s in zip("xyz", sizes, strict=True))
        text = " + ".join(parts)
        if power > 2:
            text = f"({text} + 1e-8) ** {1 / power!r}"
        least, most = (None, 1.0) if self.inside else (1.0, None)
        return (asked(text, least, most),)


def _sizes(shape: Sphere | EllipsoidRegion | BoxRegion) -> Place:
    if isinstance(shape, Sphere):
        return (2 * shape.radius,) * 3
    return shape.diameters if isinstance(shape, EllipsoidRegion) else shape.size
