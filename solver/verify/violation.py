"""A violation: its sentence, and a place that a program can show."""

from dataclasses import dataclass
from typing import Any

from ..sentence import Moment, Sentence


@dataclass(frozen=True)
class Place:
    """Where a violation is to be seen.

    Attributes:
        moment: of the motion; None: the motion as a whole.
        body: name of a body, or what the job calls it (``called``); empty: the whole character.
    """

    moment: Moment | None = None
    body: str = ""


@dataclass(frozen=True)
class Violation:
    """One thing that does not hold.

    Attributes:
        sentence: what, by how much and when.
        place: where it is to be seen.
        frames: of the motion, counted from 0, in which it does not hold; empty where only the place is known.
    """

    sentence: Sentence
    place: Place = Place()
    frames: tuple[int, ...] = ()

    def __str__(self) -> str:
        return str(self.sentence)

    @classmethod
    def at(cls, place: Place, what: str, more: str = "") -> "Violation":
        """What does not hold at a place: the sentence contains its moment, and may continue after it."""
        when = () if place.moment is None else (" at ", place.moment)
        return cls(Sentence.of(what, *when, more), place)

    @classmethod
    def from_json(cls, data: Any) -> "Violation":
        """A violation that was stored as JSON."""
        if isinstance(data, str):  # a clip of an older version
            return cls(Sentence.of(data))
        moment, body = data["place"]["moment"], data["place"]["body"]
        place = Place(moment and Moment(**moment), body)
        return cls(Sentence.from_json(data["sentence"]["parts"]), place, tuple(data.get("frames", ())))
