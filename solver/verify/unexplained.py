"""Forces that a motion needs but that contacts, holds and muscles cannot provide."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Unexplained:
    """Means over the judged frames.

    Attributes:
        force: missing force [body weights].
        moment: missing moment about the center of mass [body weights x m].
    """

    force: float
    moment: float
