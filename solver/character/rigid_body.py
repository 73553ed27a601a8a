"""A rigid ellipsoid."""

from dataclasses import dataclass, field

from ..number_range import above


@dataclass(frozen=True)
class RigidBody:
    """Solid ellipsoid of uniform density (McIntosh 2011, section 4.2.1).

    Attributes:
        name: generic name, by which constraints refer to this body on all characters that have it.
        mass: [kg], above 0.
        diameters: along the body's own axes [m], above 0.
        position: center of mass in the rest pose, world [m].
        orientation: wxyz, rotation of the ellipsoid's axes in the world in the rest pose.
        role: anatomical part, such as "thigh.L" or "head" (``roles.py``); empty: none. It does not influence motions
            and is ignored when comparing bodies.
    """

    name: str
    mass: float = field(metadata=above(0, 1e9, unit="kg"))
    diameters: tuple[float, float, float] = field(metadata=above(0, 1e4, unit="m"))
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    orientation: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    role: str = field(default="", compare=False)
