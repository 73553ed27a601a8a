"""The words and lines of a file, read one after another, with line numbers for messages."""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ...errors import InputError

Vector = tuple[float, float, float]
OPEN, CLOSE = "{", "}"
COMMENTS = ("#", "//")


@dataclass
class Text:
    """A file during reading.

    Attributes:
        path: for messages.
        lines: of the file.
        line: number of the last word's line, from 1.
        notices: what was read in spite of the file, each with its line.
    """

    path: Path
    lines: list[str]
    line: int = 0
    notices: list[str] = field(default_factory=list)
    _words: Iterator[tuple[int, str]] = field(init=False)
    _coming: tuple[int, str] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._words = (
            (i, word)
            for i, text in enumerate(self.lines, 1)
            if not (self.line and text.lstrip().startswith(COMMENTS))
            for word in text.replace(OPEN, f" {OPEN} ").replace(CLOSE, f" {CLOSE} ").split()
        )

    def word(self, expected: str) -> str:
        """The next word; ``expected`` describes it in the error at the end of the file."""
        found, self._coming = self._next(), None
        if found is None:
            self.line = len(self.lines)
            raise self.error(expected, "the end of the file")
        self.line = found[0]
        return found[1]

    def coming(self) -> str | None:
        """The word after the last one, which stays to be read; None at the end of the file."""
        self._coming = self._next()
        return self._coming[1] if self._coming else None

    def stays_on_line(self) -> bool:
        """Whether the word after the last one is on the same line."""
        self._coming = self._next()
        return self._coming is not None and self._coming[0] == self.line

    def skip_line(self, keywords: Collection[str]) -> None:
        """Skips what else stands on the line, such as a comment, up to a keyword."""
        while (word := self.coming()) and self.stays_on_line() and word.upper() not in keywords:
            self._coming = None

    def number(self, expected: str) -> float:
        """The next word as a finite number."""
        word = self.word(expected)
        value = finite_number(word)
        if value is None:
            raise self.error(expected, f"'{word}'")
        return value

    def vector(self, expected: str) -> Vector:
        """The next three words as numbers."""
        return self.number(expected), self.number(expected), self.number(expected)

    def name(self) -> str:
        """A name up to the opening brace, which is consumed; names may contain spaces."""
        line, words = self.line, list[str]()
        while (word := self.word("'{' after a joint's name")) != OPEN:
            if self.line != line:
                raise self.error(f"'{{' after '{' '.join(words)}'", f"'{word}'")
            words.append(word)
        return " ".join(words)

    def next_line(self, expected: str) -> str:
        """The next line that is not blank, whole; ``expected`` describes it in the error at the end of the file."""
        while self.line < len(self.lines):
            self.line += 1
            if self.lines[self.line - 1].strip():
                return self.lines[self.line - 1]
        raise self.error(expected, "the end of the file")

    def note(self, notice: str) -> None:
        """Keeps a notice about the current line."""
        self.notices.append(f"line {self.line}: {notice}")

    def error(self, expected: str, found: str) -> InputError:
        """An error at the current line, with unprintable characters replaced."""
        found = "".join(letter if letter.isprintable() else "?" for letter in found)
        return InputError(f"line {self.line}: expected {expected}, found {found}", field=str(self.path))

    def _next(self) -> tuple[int, str] | None:
        return self._coming or next(self._words, None)


def finite_number(word: str) -> float | None:
    """The word as a number; None if it is not a finite number."""
    try:
        value = float(word)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
