"""Reads the second part of a BVH file: the number of frames, the time between them, and their values."""

import math
import re
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags, Indices
from .frame_time import FrameTime, understood
from .hierarchy import Joint
from .text import Text

FRAMES = re.compile(
    r"\s*(?:num(?:ber)?\W*(?:of)?\W*)?frames?(?!\s*(?:time|rate))\s*(?:count)?\s*[:=]?(.*)", re.I
)
TIME = re.compile(r"\s*frame\s*time\s*[:=]?(.*)", re.I)
RATE = re.compile(r"\s*(?:frame\s*rate|fps)\s*[:=]?(.*)", re.I)
MILLISECONDS = ("ms", "msec", "milliseconds")


@dataclass(frozen=True, eq=False)
class Rows:
    """The values of a file.

    Attributes:
        values: (N, C) of all channels of the joints; NaN where they are missing.
        lines: (N,) on which the frames begin, from 1.
        frame_time: between frames [s].
    """

    values: Array
    lines: Indices
    frame_time: float


def read_rows(text: Text, joints: list[Joint], *, fps: float = 0.0) -> Rows:
    """The rest of the file, after the word MOTION.

    Like Blender, takes the frames that are there whatever the file says about their number, files without a frame time,
    and more columns than channels; unlike Blender, also line breaks within frames.

    Args:
        text: up to there.
        joints: of the file.
        fps: frames per second; 0: of the file's frame time.

    Raises:
        InputError: naming the line that is not a number or too short.
    """
    said, at = _read_count(text), text.line
    frame_time = _read_time(text, fps)
    if frame_time.notice:
        text.note(frame_time.notice)
    values, lines = _read_frames(text, joints, said)
    if said is not None and said != len(values):
        text.line = at
        if not len(values):
            raise text.error(f"{said} frames, as the file says", "0")
        text.note(f"the file has {len(values)} frames, not {said} as it says")
    return Rows(values, lines, frame_time.seconds)


def _read_count(text: Text) -> int | None:
    """The number of frames according to the file; None if it does not say."""
    expected = "'Frames:' and a number"
    line = text.next_line(expected)
    match = FRAMES.match(line)
    if match is None:
        raise text.error(expected, f"'{line.strip()[:60]}'")
    words = match[1].split()
    if not words:
        return None
    count = _number(words[0])
    if count is None:
        raise text.error(expected, f"'{line.strip()[:60]}'")
    if not count.is_integer() or count < 0:
        raise text.error("a whole number of frames", f"{count:g}")
    return int(count)


def _read_time(text: Text, fps: float) -> FrameTime:
    """The time between frames; a line of something else counts as none, and a line of numbers is the first frame."""
    expected = "'Frame Time:' and a number"
    line = text.next_line(expected)
    match, rate = TIME.match(line), RATE.match(line)
    if _number(line.split()[0]) is not None:
        text.line -= 1
    if fps:
        return FrameTime(1 / fps)
    words = (match or rate or ["", ""])[1].split()
    if not words:
        return understood("", None)
    value = _number(words[0])
    if value is None:
        raise text.error(expected, f"'{line.strip()[:60]}'")
    if value < 0:
        raise text.error("a frame time above 0 s", f"{value:g}")
    if rate and value > 0:
        return FrameTime(1 / value)
    if words[-1].lower() in MILLISECONDS:
        return FrameTime(value / 1000)
    return understood(words[0], value)


def _read_frames(text: Text, joints: list[Joint], said: int | None) -> tuple[Array, Indices]:
    """Values (N, C) of the joints' channels, and the lines (N,) on which frames begin."""
    lines, rows = _read_numbers(text)
    n_channels = sum(len(joint.channels) for joint in joints)
    n_end_channels = sum(joint.end_channels for joint in joints)
    widths = np.array([len(row) for row in rows], np.intp)
    if (widths == n_channels).all() and n_channels:
        return np.array(rows).reshape(-1, n_channels), lines
    if said is not None and widths.sum() == said * n_channels:  # line breaks anywhere
        values = np.concatenate([*rows, np.empty(0)]).reshape(said, n_channels)
        return values, np.repeat(lines, widths)[:: max(n_channels, 1)]
    if (widths == n_channels + n_end_channels).all():
        return np.array(rows)[:, _of_joints(joints)], lines
    short = np.flatnonzero(widths < n_channels)
    if len(short):
        text.line = int(lines[short[0]])
        raise text.error(f"{n_channels} numbers, one for each channel", f"{widths[short[0]]}")
    text.line = int(lines[np.flatnonzero(widths > n_channels)[0]])
    text.note(f"only the first {n_channels} of {widths.max()} columns were read, one for each channel")
    return np.array([row[:n_channels] for row in rows]), lines


def _read_numbers(text: Text) -> tuple[Indices, list[Array]]:
    """Lines that are not blank, and their numbers, which may be NaN."""
    lines, rows = list[int](), list[Array]()
    for number, line in enumerate(text.lines[text.line :], text.line + 1):
        words = line.split()
        if words:
            try:
                row = np.fromiter(map(float, words), float, len(words))
            except ValueError:
                row = np.array([np.inf])
            if np.isinf(row).any():
                text.line = number
                bad = next(word for word in words if _number(word) is None)
                raise text.error("numbers", f"'{bad[:40]}'")
            lines.append(number)
            rows.append(row)
    return np.array(lines, np.intp), rows


def _of_joints(joints: list[Joint]) -> Flags:
    """Which of all columns are of joints, if end sites have columns, too."""
    kept = [np.repeat([True, False], [len(joint.channels), joint.end_channels]) for joint in joints]
    return np.concatenate(kept)


def _number(word: str) -> float | None:
    """The word as a number, possibly NaN; None if it is not a number or infinite."""
    try:
        value = float(word)
    except ValueError:
        return None
    return None if math.isinf(value) else value
