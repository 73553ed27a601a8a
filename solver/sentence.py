"""Sentences with moments of the motion as data, since programs count frames differently."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Moment:
    """A frame of a motion.

    Attributes:
        frame: index from the motion's first frame, 0.
        seconds: since the motion's first frame [s].
    """

    frame: int
    seconds: float

    def __str__(self) -> str:
        return f"frame {self.frame} ({self.seconds:.2f} s)"


@dataclass(frozen=True)
class Sentence:
    """A sequence of words and moments.

    Attributes:
        parts: of the sentence, joined without separators.
    """

    parts: tuple[str | Moment, ...]

    def __str__(self) -> str:
        return self.text(str)

    def text(self, word_moment: Callable[[Moment], str]) -> str:
        """The sentence as text; ``word_moment`` words each moment, with the reader's way of counting frames."""
        return "".join(part if isinstance(part, str) else word_moment(part) for part in self.parts)

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Moments of the sentence, in order."""
        return tuple(part for part in self.parts if isinstance(part, Moment))

    @classmethod
    def of(cls, *parts: "str | Moment | Sentence") -> "Sentence":
        """Concatenates words, moments and whole sentences."""
        flat: list[str | Moment] = []
        for part in parts:
            flat += part.parts if isinstance(part, Sentence) else [part]
        return cls(tuple(part for part in flat if part))

    @classmethod
    def joined(cls, sentences: Iterable["Sentence"]) -> "Sentence":
        """Joins sentences by semicolons."""
        parts = [part for sentence in sentences for part in ("; ", sentence)]
        return cls.of(*parts[1:])

    @classmethod
    def from_json(cls, parts: Iterable[Any]) -> "Sentence":
        """Sentence from parts in JSON: texts, and objects with the fields of a moment."""
        return cls(tuple(part if isinstance(part, str) else Moment(**part) for part in parts))
