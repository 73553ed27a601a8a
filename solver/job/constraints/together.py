"""Distance of two points."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...arrays import Vector3
from ..display_names import DISPLAY_NAMES
from ..when import ALWAYS, When
from .slack import SLACK


@dataclass(frozen=True)
class Together:
    """nearest <= |a - b| <= farthest; a = b where farthest is 0. Unlike a Hold it exchanges no force.

    Rows are the squared distance, or the three components where the points coincide.

    Attributes:
        body_a: name of a body.
        body_b: name of another; empty for a place in the world.
        point_a: of the body, in its own axes from its centre [m].
        point_b: the same, or the place in the world [m].
        nearest: [m].
        farthest: [m]; None: only apart.
        when: at which frames.
        slack: by which a solved motion may be beyond these distances [m]; None: as ``Stay.slack``.
        display_names: names that messages give the two; empty: their own.
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
