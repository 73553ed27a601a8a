"""A point stays inside or outside a region."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...arrays import Vector3
from ..display_names import DISPLAY_NAMES
from ..when import ALWAYS, When
from .slack import SLACK


@dataclass(frozen=True)
class Sphere:
    """The inside of a sphere.

    Attributes:
        centre: world [m].
        radius: [m].
    """

    kind: ClassVar[str] = "sphere"
    centre: Vector3
    radius: float

    @property
    def sizes(self) -> Vector3:
        """Along its axes [m]."""
        return (2 * self.radius,) * 3


@dataclass(frozen=True)
class EllipsoidRegion:
    """An ellipsoid along the world's axes.

    Attributes:
        centre: world [m].
        diameters: along the world's axes [m].
    """

    kind: ClassVar[str] = "ellipsoid"
    centre: Vector3
    diameters: Vector3

    @property
    def sizes(self) -> Vector3:
        """Along its axes [m]."""
        return self.diameters


@dataclass(frozen=True)
class BoxRegion:
    """A box along the world's axes.

    Attributes:
        centre: world [m].
        size: along the world's axes [m].
    """

    kind: ClassVar[str] = "box"
    centre: Vector3
    size: Vector3

    @property
    def sizes(self) -> Vector3:
        """Along its axes [m]."""
        return self.size


@dataclass(frozen=True)
class HalfSpaceRegion:
    """Everything behind a plane.

    Attributes:
        point: on the plane, world [m].
        normal: world, pointing out of the region; of any length.
    """

    kind: ClassVar[str] = "half_space"
    point: Vector3
    normal: Vector3


Shape = Sphere | EllipsoidRegion | BoxRegion | HalfSpaceRegion


@dataclass(frozen=True)
class Region:
    """A point x of a body stays inside or outside a region.

    With d = x - centre, inside and outside are: (d / radius)^2 <= 1 and >= 1; |d_k| <= size_k / 2 and
    (sum (2 d_k / size_k)^8)^(1/8) >= 1, a box with rounded edges; normal . d <= 0 and >= 0.

    Attributes:
        body: its name.
        shape: the region.
        inside: True keeps the point inside, False outside.
        point: of the body, in its own axes from its center [m].
        when: at which frames.
        slack: distance by which a solved motion may exceed the region's surface [m]; None: 1e-6 of the sides compared.
        display_names: one name of the body in messages; empty: its own.
    """

    kind: ClassVar[str] = "region"
    body: str
    shape: Shape
    inside: bool = True
    point: Vector3 = (0.0, 0.0, 0.0)
    when: When = ALWAYS
    display_names: tuple[str, ...] = field(default=(), metadata=DISPLAY_NAMES)
    slack: float | None = field(default=None, metadata=SLACK)
