"""A point of a body that can touch the ground."""

from dataclasses import dataclass, field

from ..number_range import above, within


@dataclass(frozen=True)
class ContactJoint:
    """Point contact with dry friction (McIntosh 2011, section 4.2.1); a ContactTiming of the job schedules it.

    Attributes:
        name: unique among contacts.
        body: name of the body that touches.
        point: in the rest pose, world [m].
        friction: coefficient of static friction, above 0.
        twist_radius: radius of a patch [m] whose friction resists rotation about the surface normal:
            |moment| <= friction * twist_radius * normal force, and the body does not rotate about the normal while it
            touches. 0: a point that rotates freely.
    """

    name: str
    body: str
    point: tuple[float, float, float]
    friction: float = field(default=0.8, metadata=above(0, 1e3))
    twist_radius: float = field(default=0.0, metadata=within(0, 1e3, unit="m"))
