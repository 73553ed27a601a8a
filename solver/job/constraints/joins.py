"""A clip begins where one motion ends, or ends where another begins."""

from dataclasses import dataclass
from typing import ClassVar

from ...arrays import Array

Coordinates = tuple[float, ...]
Force = tuple[float, float, float]


@dataclass(frozen=True)
class GivenFrames:
    """Given frames at an end of a clip; two frames determine pose and velocity.

    Attributes:
        coordinates: of each frame, in order of time: all degrees of freedom of the character in the order of its
            ``Tree`` [m, rad].
        forces: of each contact at the outermost frame, world [N]; ``ForceChange`` counts changes to or from them like
            those within the clip. Empty: unknown, and such changes do not count.
        seam: forces of each contact at the innermost frame, world [N], where those of the clip depend on the unknowns;
            ``ForceChange`` counts the difference. Empty: no difference counts.
    """

    coordinates: tuple[Coordinates, ...]
    forces: tuple[Force, ...] = ()
    seam: tuple[Force, ...] = ()

    @classmethod
    def of_arrays(cls, q: Array, forces: Array | None = None, seam: Array | None = None) -> "GivenFrames":
        """From coordinates (K, n) [m, rad] and forces (C, 3) [N] at the outermost and the innermost frame."""
        return cls(tuple(map(tuple, q.tolist())), _each(forces), _each(seam))


def _each(forces: Array | None) -> tuple[Force, ...]:
    return () if forces is None else tuple((x, y, z) for x, y, z in forces.tolist())


@dataclass(frozen=True)
class Joins:
    """The first or last frames of an open clip are given, or both (Rose et al. 1996, section 3.2).

    Conditions that depend on these frames alone, such as joint limits and contacts, are not imposed there.

    Attributes:
        start: the first frames.
        end: the last frames.
        end_moves: world axes along which the last frames can move together, such as "xy".
        end_turns: whether they can turn together about the vertical axis through the root at the first of them. The
            first axis of each root must then be Z.
    """

    kind: ClassVar[str] = "joins"
    start: GivenFrames | None = None
    end: GivenFrames | None = None
    end_moves: str = ""
    end_turns: bool = False
