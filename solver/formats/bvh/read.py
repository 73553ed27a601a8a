"""Reads BVH files, including unusual ones."""

import codecs
import itertools
import re
from pathlib import Path

import numpy as np

from ...arrays import Array
from ...errors import InputError
from ...mechanics.euler import matrix_from_angles
from ...rotations import continuous_signs, quaternion_from_matrix
from ...whole_file import read_whole
from ..axes import FileAxes
from .hierarchy import Joint, Text, finite_number, read_hierarchy
from .motion import BvhMotion


def read_bvh(path: Path, *, up: str = "Y", unit: float = 1.0) -> BvhMotion:
    """Reads the motion of a BVH file.

    Rotations are applied in the order of a joint's channels. Position channels replace the joint's offset, each for its
    axis (as in Blender and MotionBuilder). If a non-root joint's are always zero, its offset is kept: some programs
    write translations relative to the offset, which are then zero.

    Args:
        path: of the file.
        up: the file's up axis, "Y" or "Z".
        unit: length of the file's unit [m].

    Raises:
        InputError: the file cannot be read or is invalid; the message has path, line, expected and found text.
    """
    axes = FileAxes(up, unit)
    try:
        raw = read_whole(path)
    except OSError as error:
        raise InputError(f"the BVH file cannot be read: {error.strerror}", field=str(path)) from error
    encoding = "utf-16" if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    content = raw.decode(encoding, errors="replace")
    text = Text(path, re.split("\r\n|\r|\n", content))
    joints = read_hierarchy(text)
    n_channels = sum(len(joint.channels) for joint in joints)
    n_frames, frame_time = _read_header(text)
    values = _read_values(text, n_frames, n_channels)

    positions, rotations = _split(joints, values)
    offsets = np.array([joint.offset for joint in joints], float)
    ends = [(j, joint.end) for j, joint in enumerate(joints) if joint.end is not None]
    turns = quaternion_from_matrix(axes.rotation_to_world(rotations))
    return BvhMotion(
        names=_different([joint.name for joint in joints]),
        parents=tuple(joint.parent for joint in joints),
        offsets=axes.to_world(offsets),
        channels=tuple(joint.channels for joint in joints),
        end_sites=tuple(j for j, _ in ends),
        end_offsets=axes.to_world(np.array([end for _, end in ends], float).reshape(-1, 3)),
        positions=axes.to_world(positions),
        rotations=continuous_signs(turns) if n_frames else turns,
        frame_time=frame_time,
    )


def _different(names: list[str]) -> tuple[str, ...]:
    """Unique names; repeated ones get a number, as bones do in Blender."""
    found: dict[str, None] = {}  # in order
    for name in names:
        numbered = (f"{name}.{n:03d}" for n in itertools.count(1))
        found[next(each for each in itertools.chain([name], numbered) if each not in found)] = None
    return tuple(found)


def _read_header(text: Text) -> tuple[int, float]:
    """Number of frames and frame time from the two lines after MOTION."""
    values = []
    for key, pattern in (
        ("Frames:", r"\s*Frames\s*:\s*(\S+)\s*$"),
        ("Frame Time:", r"\s*Frame\s+Time\s*:\s*(\S+)\s*$"),
    ):
        line = _next_line(text, f"'{key}' and a number")
        match = re.match(pattern, line, re.IGNORECASE)
        value = finite_number(match.group(1)) if match else None
        if value is None:
            raise text.error(f"'{key}' and a number", f"'{line.strip()[:60]}'")
        values.append(value)
    n_frames, frame_time = values
    if n_frames != int(n_frames) or n_frames < 0:
        raise text.error("a whole number of frames", f"{n_frames:g}")
    if frame_time <= 0:
        raise text.error("a frame time above 0 s", f"{frame_time:g}")
    return int(n_frames), frame_time


def _next_line(text: Text, expected: str) -> str:
    while text.line < len(text.lines):
        text.line += 1
        if text.lines[text.line - 1].strip():
            return text.lines[text.line - 1]
    raise text.error(expected, "the end of the file")


def _read_values(text: Text, n_frames: int, n_channels: int) -> Array:
    """Channel values (N, channels) of the rest of the file, with line breaks anywhere.

    All numbers are parsed at once, because files have a million of them; only if that fails, the error is located line
    by line.
    """
    first = text.line
    try:
        values = np.array(" ".join(text.lines[first:]).split(), float)
    except ValueError:
        values = np.array([np.nan])
    if values.size == n_frames * n_channels and np.isfinite(values).all():
        return values.reshape(n_frames, n_channels)

    n_rows = 0
    for i, line in enumerate(text.lines[first:], first + 1):
        words = line.split()
        text.line = i
        bad = next((word for word in words if finite_number(word) is None), None)
        if bad is not None:
            raise text.error("numbers", f"'{bad[:40]}'")
        if words and len(words) != n_channels:
            raise text.error(f"{n_channels} numbers, one for each channel", f"{len(words)}")
        n_rows += bool(words)
    raise text.error(f"{n_frames} frames, as the file says", f"{n_rows}")


def _split(joints: list[Joint], values: Array) -> tuple[Array, Array]:
    """Local positions (N, J, 3) and rotation matrices (N, J, 3, 3), in the file's axes and units."""
    positions = np.tile(np.array([joint.offset for joint in joints], float), (len(values), 1, 1))
    rotations = np.empty((*positions.shape, 3))
    start = 0
    for j, joint in enumerate(joints):
        own = values[:, start : start + len(joint.channels)]
        turning = [i for i, channel in enumerate(joint.channels) if channel.endswith("rotation")]
        moving = [i for i in range(len(joint.channels)) if i not in turning]
        if joint.parent < 0 or own[:, moving].any():
            positions[:, j, ["XYZ".index(joint.channels[i][0]) for i in moving]] = own[:, moving]
        order = "".join(joint.channels[i][0] for i in turning)
        rotations[:, j] = matrix_from_angles(np.radians(own[:, turning]), order)
        start += len(joint.channels)
    return positions, rotations
