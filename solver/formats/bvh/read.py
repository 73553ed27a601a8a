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
from .gaps import filled_positions, filled_rotations
from .hierarchy import Joint, read_hierarchy
from .motion import BvhMotion
from .rows import Rows, read_rows
from .text import Text


def read_bvh(path: Path, *, up: str = "Y", unit: float = 1.0, fps: float = 0.0) -> BvhMotion:
    """Reads the motion of a BVH file.

    What Blender's own importer takes is read, with a notice where the file contradicts itself: another number of frames
    than it says, no frame time or one that is not in seconds, more columns than channels. Missing values (NaN) are
    filled from the frames around them.

    Rotations are applied in the order of a joint's channels. Position channels replace the joint's offset, each for its
    axis (as in Blender and MotionBuilder). If a non-root joint's are always zero, its offset is kept: some programs
    write translations relative to the offset, which are then zero.

    Args:
        path: of the file.
        up: the file's up axis, "Y" or "Z".
        unit: length of the file's unit [m].
        fps: frames per second; 0: of the file's frame time.

    Raises:
        InputError: the file cannot be read or is invalid; the message has path, line, expected and found text. Or an
            argument is invalid.
    """
    axes = FileAxes(up, unit)
    if not 0 <= fps < np.inf:
        raise InputError(f"expected a frame rate above 0, or 0 for the file's, found {fps:g}", field="fps")
    try:
        raw = read_whole(path)
    except OSError as error:
        raise InputError(f"the BVH file cannot be read: {error.strerror}", field=str(path)) from error
    encoding = "utf-16" if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    content = raw.decode(encoding, errors="replace")
    text = Text(path, re.split("\r\n|\r|\n", content))
    joints = read_hierarchy(text)
    rows = read_rows(text, joints, fps=fps)
    positions, rotations = _filled(text, rows, joints)
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
        rotations=continuous_signs(turns) if len(turns) else turns,
        frame_time=rows.frame_time,
        notices=tuple(text.notices),
    )


def _different(names: list[str]) -> tuple[str, ...]:
    """Unique names; repeated ones get a number, as bones do in Blender."""
    found: dict[str, None] = {}  # in order
    for name in names:
        numbered = (f"{name}.{n:03d}" for n in itertools.count(1))
        found[next(each for each in itertools.chain([name], numbered) if each not in found)] = None
    return tuple(found)


def _filled(text: Text, rows: Rows, joints: list[Joint]) -> tuple[Array, Array]:
    """Local positions (N, J, 3) and rotation matrices (N, J, 3, 3), in the file's axes and units, without gaps.

    Raises:
        InputError: a joint's values are missing in every frame.
    """
    positions, rotations = _split(joints, rows.values)
    moved, turned = np.isnan(positions).any(-1), np.isnan(rotations).any((-1, -2))
    gone = moved | turned
    if not gone.any():
        return positions, rotations
    text.line = int(rows.lines[np.flatnonzero(gone.any(1))[0]])
    names = [joint.name for joint, is_gone in zip(joints, gone.any(0), strict=True) if is_gone]
    for joint, never in zip(joints, moved.all(0) | turned.all(0), strict=True):
        if never:
            raise text.error(f"numbers of '{joint.name}' in at least one frame", "'nan' in each")
    frames = int(gone.any(1).sum())
    others = f" and {len(names) - 1} more" if len(names) > 1 else ""
    text.note(
        f"missing values (NaN) of '{names[0]}'{others} were filled from the frames around them, in {frames} of "
        f"{len(gone)} frames"
    )
    return filled_positions(positions, moved), filled_rotations(rotations, turned)


def _split(joints: list[Joint], values: Array) -> tuple[Array, Array]:
    """Local positions (N, J, 3) and rotation matrices (N, J, 3, 3), in the file's axes and units."""
    positions = np.tile(np.array([joint.offset for joint in joints], float), (len(values), 1, 1))
    rotations = np.empty((*positions.shape, 3))
    start = 0
    for j, joint in enumerate(joints):
        own = values[:, start : start + len(joint.channels)]
        turning = [i for i, channel in enumerate(joint.channels) if channel.endswith("rotation")]
        moving = [i for i, channel in enumerate(joint.channels) if channel.endswith("position")]
        if joint.parent < 0 or own[:, moving].any():
            positions[:, j, ["XYZ".index(joint.channels[i][0]) for i in moving]] = own[:, moving]
        order = "".join(joint.channels[i][0] for i in turning)
        rotations[:, j] = matrix_from_angles(np.radians(own[:, turning]), order)
        start += len(joint.channels)
    return positions, rotations
