"""A motion begins and ends at rest."""

from dataclasses import dataclass
from typing import ClassVar

SLOWEST = 1e-4  # m/s and rad/s


@dataclass(frozen=True)
class AtRest:
    """No degree of freedom moves at the ends of an open clip, which otherwise start and end at any speed.

    Attributes:
        start: at its first frame.
        end: at its last.
        roots: root bodies of the trees that rest, as a thrower but not the ball; none means all.
        speed: that counts as rest [m/s, rad/s]. What contacts and holds tie to the rest follows from it, but for a
            pose in which they do not show it, such as straight legs: it may be a hundred times as fast.
    """

    kind: ClassVar[str] = "at_rest"
    start: bool = True
    end: bool = True
    roots: tuple[str, ...] = ()
    speed: float = SLOWEST
