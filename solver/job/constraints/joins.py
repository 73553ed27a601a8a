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
            inside the clip does. None: as at an end with nothing beside it.
    """

    coordinates: tuple[Coordinates, ...]
    forces: tuple[Force, ...] = ()

    @classmethod
    def of_arrays(cls, q: Array, forces: Array | None = None) -> "GivenFrames":
        """From coordinates (K, n) and forces (C, 3)."""
        pushes = [] if forces is None else forces.tolist()
        return cls(tuple(map(tuple, q.tolist())), tuple((x, y, z) for x, y, z in pushes))


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
