"""A motion that begins and ends at rest."""

from dataclasses import dataclass
from typing import ClassVar

SLOWEST = 0.01  # m/s and rad/s; what an eye does not see move


@dataclass(frozen=True)
class AtRest:
    """No degree of freedom moves at the ends of an open clip, which otherwise start and end at any speed.

    Attributes:
        start: at its first frame.
        end: at its last.
        roots: root bodies of the trees that rest, as a thrower but not the ball; none means all.
        speed: that counts as rest [m/s, rad/s].
    """

    kind: ClassVar[str] = "at_rest"
    start: bool = True
    end: bool = True
    roots: tuple[str, ...] = ()
    speed: float = SLOWEST
