"""A clip begins where one motion is, or ends where another goes on."""

from dataclasses import dataclass
from typing import ClassVar

from ...arrays import Array

Coordinates = tuple[float, ...]
Force = tuple[float, float, float]


@dataclass(frozen=True)
class GivenFrames:
    """Whole frames of a motion beside an end of a clip: two give place and speed.

    Attributes:
        coordinates: of each frame, in order of time: every degree of freedom of the character, as its ``Tree`` orders
            them [m, rad].
        forces: of each contact at the outermost frame, world [N]; a change of force to or from them counts as one
            inside the clip does. Empty: they are not known, and no change to or from them counts.
        seam: of each contact at the innermost frame, where they depend on what is found; a difference counts as a leap
            of force. Empty: none does.
    """

    coordinates: tuple[Coordinates, ...]
    forces: tuple[Force, ...] = ()
    seam: tuple[Force, ...] = ()

    @classmethod
    def of_arrays(cls, q: Array, forces: Array | None = None, seam: Array | None = None) -> "GivenFrames":
        """From coordinates (K, n) and forces (C, 3) of the outermost and of the innermost frame."""
        return cls(tuple(map(tuple, q.tolist())), _each(forces), _each(seam))


def _each(forces: Array | None) -> tuple[Force, ...]:
    return () if forces is None else tuple((x, y, z) for x, y, z in forces.tolist())


@dataclass(frozen=True)
class Joins:
    """The first frames of an open clip are given, or the last, or both (Rose et al. 1996, section 3.2).

    Limits of joints, contacts and all else that such frames alone decide are taken as they are.

    Attributes:
        start: the first frames.
        end: the last frames.
        end_moves: world axes along which the last frames may shift together, such as "xy".
        end_turns: whether they may turn together about the vertical through the root at the first of them. The roots'
            first axis must then be Z.
    """

    kind: ClassVar[str] = "joins"
    start: GivenFrames | None = None
    end: GivenFrames | None = None
    end_moves: str = ""
    end_turns: bool = False
