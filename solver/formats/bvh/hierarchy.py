"""Reads the first part of a BVH file, the tree of joints."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ...errors import InputError

Vector = tuple[float, float, float]
CHANNELS = ("Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation")


@dataclass
class Joint:
    """One joint during reading, in the file's axes and units."""

    name: str
    parent: int
    line: int
    offset: Vector | None = None
    channels: tuple[str, ...] = ()
    end: Vector | None = None


@dataclass
class Text:
    """The words of a file, read one by one, with line numbers.

    Attributes:
        path: for messages.
        lines: of the file.
        line: number of the last word's line, from 1.
    """

    path: Path
    lines: list[str]
    line: int = 0
    _words: Iterator[tuple[int, str]] = field(init=False)

    def __post_init__(self) -> None:
        self._words = (
            (i, word)
            for i, text in enumerate(self.lines, 1)
            for word in text.replace("{", " { ").replace("}", " } ").split()
        )

    def word(self, expected: str) -> str:
        """The next word; ``expected`` describes it in the error at the end of the file."""
        found = next(self._words, None)
        if found is None:
            self.line = len(self.lines)
            raise self.error(expected, "the end of the file")
        self.line = found[0]
        return found[1]

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
        while (word := self.word("'{' after a joint's name")) != "{":
            if self.line != line:
                raise self.error(f"'{{' after '{' '.join(words)}'", f"'{word}'")
            words.append(word)
        return " ".join(words)

    def error(self, expected: str, found: str) -> InputError:
        """An error at the current line, with unprintable characters replaced."""
        found = "".join(letter if letter.isprintable() else "?" for letter in found)
        return InputError(f"line {self.line}: expected {expected}, found {found}", field=str(self.path))


def finite_number(word: str) -> float | None:
    """The word as a number; None if it is not a finite number."""
    try:
        value = float(word)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def read_hierarchy(text: Text) -> list[Joint]:
    """Joints in the file's order, up to and including the word MOTION.

    Raises:
        InputError: the file is invalid; the message has path, line, expected and found text.
    """
    word = text.word("HIERARCHY")
    if word.upper() != "HIERARCHY":
        raise text.error("HIERARCHY", f"'{word[:40]}'")
    joints: list[Joint] = []
    while True:
        word = text.word("ROOT or MOTION")
        if word.upper() == "ROOT":
            _read_tree(text, joints)
        elif word.upper() == "MOTION" and joints:
            return joints
        else:
            raise text.error("ROOT or MOTION" if joints else "ROOT", f"'{word}'")


def _read_tree(text: Text, joints: list[Joint]) -> None:
    """Reads a root and its descendants, after the word ROOT."""
    open_joints = [_begin(text, joints, -1)]
    while open_joints:
        joint = joints[open_joints[-1]]
        inside = f"OFFSET, CHANNELS, JOINT, End Site or '}}' in '{joint.name}'"
        word = text.word(inside)
        keyword = word.upper()
        if keyword == "OFFSET":
            joint.offset = text.vector(f"three numbers after OFFSET of '{joint.name}'")
        elif keyword == "CHANNELS":
            joint.channels = _read_channels(text, joint)
        elif keyword == "JOINT":
            open_joints.append(_begin(text, joints, open_joints[-1]))
        elif keyword == "END":
            joint.end = _read_end(text, joint)
        elif keyword == "}":
            if joint.offset is None:
                raise text.error(f"an OFFSET in '{joint.name}'", "its end")
            open_joints.pop()
        else:
            raise text.error(inside, f"'{word}'")


def _begin(text: Text, joints: list[Joint], parent: int) -> int:
    name = text.name()
    joints.append(Joint(name or f"joint{len(joints)}", parent, text.line))
    return len(joints) - 1


def _read_channels(text: Text, joint: Joint) -> tuple[str, ...]:
    count = text.number(f"the number of channels of '{joint.name}'")
    if count != int(count) or not 0 <= count <= 6:
        raise text.error(f"0 to 6 channels of '{joint.name}'", f"{count:g}")
    known = {channel.lower(): channel for channel in CHANNELS}
    channels: list[str] = []
    for _ in range(int(count)):
        expected = f"{int(count)} channels of '{joint.name}' such as Zrotation"
        word = text.word(expected)
        channel = known.get(word.lower())
        if channel is None:
            raise text.error(expected, f"'{word}'")
        if channel in channels and channel.endswith("position"):
            raise text.error(f"different position channels of '{joint.name}'", f"{channel} twice")
        channels.append(channel)
    return tuple(channels)


def _read_end(text: Text, joint: Joint) -> Vector:
    text.name()  # "Site", sometimes with a name of its own
    keyword = text.word(f"OFFSET in the end site of '{joint.name}'")
    if keyword.upper() != "OFFSET":
        raise text.error(f"OFFSET in the end site of '{joint.name}'", f"'{keyword}'")
    offset = text.vector(f"three numbers after OFFSET of the end site of '{joint.name}'")
    word = text.word(f"'}}' of the end site of '{joint.name}'")
    if word != "}":
        raise text.error(f"'}}' of the end site of '{joint.name}'", f"'{word}'")
    return offset
