"""What no contact, hold or muscle can give of a motion's forces."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Unexplained:
    """On average over the frames that are judged.

    Attributes:
        force: that is missing [body weights].
        moment: that is missing about the center of mass [body weights x m].
    """

    force: float
    moment: float
