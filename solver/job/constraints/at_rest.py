"""A motion begins and ends at rest."""

from dataclasses import dataclass
from typing import ClassVar

SLOWEST = 1e-4  # m/s and rad/s


@dataclass(frozen=True)
class AtRest:
    """No degree of freedom moves at the ends of an open clip; without this, it starts and ends at any speed.

    Attributes:
        start: whether this applies to the first frame.
        end: whether this applies to the last frame.
        roots: root bodies of the trees that rest, such as a thrower but not the ball; empty: all.
        speed: largest speed that counts as rest [m/s, rad/s]. For coordinates that contacts and holds already keep at
            rest, the limit is a hundred times higher, since it only matters near singular poses such as straight legs.
    """

    kind: ClassVar[str] = "at_rest"
    start: bool = True
    end: bool = True
    roots: tuple[str, ...] = ()
    speed: float = SLOWEST
