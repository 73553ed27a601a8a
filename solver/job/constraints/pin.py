"""A degree of freedom is fixed at a value."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Pin:
    """A degree of freedom stays within bounds over a range of frames.

    Attributes:
        dof: "root.tx" (world position [m]), "root.rz" or "JOINT.rx" (angle [rad]).
        first: first frame; negative counts from the end.
        last: last frame, included; negative counts from the end.
        lower: lower bound [m or rad].
        upper: upper bound [m or rad].
    """

    kind: ClassVar[str] = "pin"
    dof: str
    first: int
    last: int
    lower: float
    upper: float
