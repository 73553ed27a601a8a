"""How coordinates depend on the unknowns: a value at every frame, or curves with few knots."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class PerFrame:
    """Every coordinate has a value of its own at every frame."""

    kind: ClassVar[str] = "per_frame"


@dataclass(frozen=True)
class Spline:
    """Cubic B-splines (Cohen 1992, section 3.3), with knots inserted where the motion asks for them (4.2).

    Attributes:
        knots_per_second: of each curve before the first insertion.
        dofs: pattern of the degrees of freedom that may be curves, as "*" or "arm*".
        refine: how many times knots are inserted and the motion is solved again.
    """

    kind: ClassVar[str] = "spline"
    knots_per_second: float = 8.0
    dofs: str = "*"
    refine: int = 1


Basis = PerFrame | Spline
PER_FRAME = PerFrame()
