"""A point stays within bounds."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...arrays import Vector3
from ..display_names import DISPLAY_NAMES
from ..when import ALWAYS, When
from .slack import SLACK


@dataclass(frozen=True)
class Stay:
    """lower <= x <= upper for each world component of a point x of a body; equal bounds pin it.

    Attributes:
        body: its name.
        lower: world [m].
        upper: world [m].
        point: of the body, in its own axes from its center [m].
        when: at which frames.
        slack: distance by which a solved motion may exceed a bound [m]; None: as ``ExpressionConstraint.tolerance``.
        display_names: one name of the body in messages; empty: its own.
    """

    kind: ClassVar[str] = "stay"
    body: str
    lower: Vector3
    upper: Vector3
    point: Vector3 = (0.0, 0.0, 0.0)
    when: When = ALWAYS
    display_names: tuple[str, ...] = field(default=(), metadata=DISPLAY_NAMES)
    slack: float | None = field(default=None, metadata=SLACK)
