"""Minimum height of a foot in its swing."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Clearance:
    """A contact's least height in the middle of each swing; it falls to 0 where the swing begins and ends.

    Attributes:
        contact: name of the ContactJoint.
        height: above the ground in mid-swing [m]; below 0: as far may it sink into the ground all along its swing, as
            soft parts of a body do.
    """

    kind: ClassVar[str] = "clearance"
    contact: str
    height: float
