"""Distance of two points."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...arrays import Vector3
from ..display_names import DISPLAY_NAMES
from ..when import ALWAYS, When
from .slack import SLACK


@dataclass(frozen=True)
class Together:
    """nearest <= |a - b| <= farthest, or a = b if ``farthest`` is 0. Unlike a Hold, it transmits no force.

    Its rows are the squared distance, or the three components of a - b if the points coincide.

    Attributes:
        body_a: name of a body.
        body_b: name of another; empty: a fixed point in the world.
        point_a: of body_a, in its own axes from its center [m].
        point_b: of body_b, likewise, or in the world [m].
        nearest: minimum distance [m].
        farthest: maximum distance [m]; None: no maximum.
        when: at which frames.
        slack: distance by which a solved motion may exceed these bounds [m]; None: as in ``Stay``.
        display_names: names of the two in messages; empty: their own.
    """

    kind: ClassVar[str] = "together"
    body_a: str
    body_b: str = ""
    point_a: Vector3 = (0.0, 0.0, 0.0)
    point_b: Vector3 = (0.0, 0.0, 0.0)
    nearest: float = 0.0
    farthest: float | None = 0.0
    when: When = ALWAYS
    display_names: tuple[str, ...] = field(default=(), metadata=DISPLAY_NAMES)
    slack: float | None = field(default=None, metadata=SLACK)
