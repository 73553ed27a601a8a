"""What does not hold, in words for people and as a place that a program can show."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """Where a violation is to be seen.

    Attributes:
        frame: of the motion, from 0; None: the motion as a whole.
        body: name of a body; empty: the whole character.
    """

    frame: int | None = None
    body: str = ""


@dataclass(frozen=True)
class Violation:
    """One thing that does not hold.

    Attributes:
        text: a sentence.
        place: where it is to be seen.
    """

    text: str
    place: Place = Place()
