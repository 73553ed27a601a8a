"""Surfaces that contacts can touch besides the ground."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class HalfSpace:
    """A plane that is solid behind, for contacts and bodies: a slope or a wall.

    Attributes:
        name: unique among surfaces.
        point: on the plane, world [m].
        normal: world, pointing out of the solid; of any length.
    """

    kind: ClassVar[str] = "half_space"
    name: str
    point: tuple[float, float, float]
    normal: tuple[float, float, float]


@dataclass(frozen=True)
class Box:
    """A box to step on: a stair, a plank, a ramp, or a cell of a height field.

    Contacts that touch it stay within its top face. Everything else stays outside: contacts, also between frames, and
    bodies. It is turned about the vertical, then tilted by the shortest way until its top points along the normal.

    Attributes:
        name: unique among surfaces.
        centre: world [m].
        size: along its own X, Y and Z axes [m].
        yaw: rotation about the world's Z axis, before it is tilted [rad].
        normal: of its top, world, pointing up; of any length.
    """

    kind: ClassVar[str] = "box"
    name: str
    centre: tuple[float, float, float]
    size: tuple[float, float, float]
    yaw: float = 0.0
    normal: tuple[float, float, float] = (0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Plate:
    """A flat rectangle fixed to a body: the top of a board or of a carried box, or a palm.

    A contact that touches it moves along with it and does not slide; the opposite of its force acts on the body.
    Contacts on a plate are points, whatever their ``twist_radius``. The box from the plate to the far side of its body
    is solid for all other trees, and for bodies of its own that touch it some time.

    Attributes:
        name: unique among surfaces.
        body: name of the body that carries it.
        centre: in the rest pose, world [m].
        size: along its sides [m].
        normal: in the rest pose, world, pointing out of the body; of any length.
        along: direction of the first side in the rest pose, world; its part along the normal is ignored.
    """

    kind: ClassVar[str] = "plate"
    name: str
    body: str
    centre: tuple[float, float, float]
    size: tuple[float, float]
    normal: tuple[float, float, float] = (0.0, 0.0, 1.0)
    along: tuple[float, float, float] = (1.0, 0.0, 0.0)


Surface = HalfSpace | Box | Plate
