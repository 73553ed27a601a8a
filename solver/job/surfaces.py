"""Surfaces that contacts can touch besides the ground."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class HalfSpace:
    """A plane with everything behind it solid: a slope, a wall.

    Attributes:
        name: unique among surfaces.
        point: on the plane, world [m].
        normal: out of the solid; its length does not matter.
    """

    kind: ClassVar[str] = "half_space"
    name: str
    point: tuple[float, float, float]
    normal: tuple[float, float, float]


@dataclass(frozen=True)
class Box:
    """An upright box whose top is stepped on: a step, a plank, one of a height field's.

    Contacts stand within its top and swing around it or over it.

    Attributes:
        name: unique among surfaces.
        centre: world [m].
        size: along its own X and Y, and upwards [m].
        yaw: about the world's Z [rad].
    """

    kind: ClassVar[str] = "box"
    name: str
    centre: tuple[float, float, float]
    size: tuple[float, float, float]
    yaw: float = 0.0


@dataclass(frozen=True)
class Plate:
    """A flat rectangle fixed to a body: the top of a board or of a carried box, a palm.

    What stands on it moves with it and does not slide on it; the body feels the opposite of each contact's force.
    On it a contact's patch is a point, whatever its ``twist_radius``.

    Attributes:
        name: unique among surfaces.
        body: name of the body that carries it.
        centre: in the rest pose, world [m].
        size: along its sides [m].
        normal: out of the body, in the rest pose, world; its length does not matter.
        along: first side, in the rest pose, world; what of it is across the normal counts.
    """

    kind: ClassVar[str] = "plate"
    name: str
    body: str
    centre: tuple[float, float, float]
    size: tuple[float, float]
    normal: tuple[float, float, float] = (0.0, 0.0, 1.0)
    along: tuple[float, float, float] = (1.0, 0.0, 0.0)


Surface = HalfSpace | Box | Plate
