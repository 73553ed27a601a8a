"""A grip: two points that coincide while it lasts."""

from dataclasses import dataclass, field

from .display_names import DISPLAY_NAMES


@dataclass(frozen=True)
class Hold:
    """A grip: point a of one body coincides with point b of another, or of the world, during phases.

    The forces that this takes act on both, equal and opposite: a ball in a hand, or both hands on a bar. The bodies
    can turn about the point.

    Attributes:
        name: unique among holds.
        body_a: name of a body.
        point_a: in the rest pose, world [m].
        body_b: name of another body; empty for the world.
        point_b: in the rest pose, world [m]; without ``body_b``, a fixed position.
        phases: (start, duration) as fractions of the clip, as in ContactTiming.
        strength: largest force along each world axis [N]; 0: no limit.
        display_names: names of the two bodies in messages; empty: their own.
    """

    name: str
    body_a: str
    point_a: tuple[float, float, float]
    body_b: str
    point_b: tuple[float, float, float]
    phases: tuple[tuple[float, float], ...] = ((0.0, 1.0),)
    strength: float = 0.0
    display_names: tuple[str, ...] = field(default=(), metadata=DISPLAY_NAMES)
