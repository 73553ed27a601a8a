"""Minimum height of a foot in its swing."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Clearance:
    """Minimum height of a contact in the middle of each swing, falling to 0 at both ends of the swing.

    Attributes:
        contact: name of the ContactJoint.
        height: above the ground in mid-swing [m]; if negative, how far it may sink into the ground throughout the
            swing, as soft parts of a body do.
    """

    kind: ClassVar[str] = "clearance"
    contact: str
    height: float
