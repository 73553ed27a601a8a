"""BVH files as other programs write them: axes, units, orders, rates and liberties."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

from scripts.strangers.reading import Rest, Seen
from solver.arrays import Array

Y_UP = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])  # from Z up, facing -Y, to Y up, facing Z


@dataclass(frozen=True)
class Convention:
    """How a program writes its files.

    Attributes:
        per_meter: units of the file.
        up: axis that points up.
        order: of the rotations' channels.
        moves_all: whether every joint has channels for its position.
        ends: whether limbs have end sites.
        rate: frames per second.
        frame_time: what the header says instead of the duration of a frame; empty for the truth.
        extra_frames: by how many the header is off.
        newline: at the end of lines.
        label: of the line of the frame time.
    """

    per_meter: float = 100.0
    up: str = "Y"
    order: str = "ZXY"
    moves_all: bool = False
    ends: bool = True
    rate: float = 30.0
    frame_time: str = ""
    extra_frames: int = 0
    newline: str = "\n"
    label: str = "Frame Time:"


CONVENTIONS: dict[str, Convention] = {
    "mixamo": Convention(), "meters": Convention(per_meter=1.0, order="XYZ"), "z up": Convention(up="Z", per_meter=1.0),
    "z up cm": Convention(up="Z", order="ZYX"), "inches": Convention(per_meter=39.3701, rate=120.0),
    "millimeters": Convention(per_meter=1000.0, order="YXZ", rate=60.0),
    "cmu": Convention(per_meter=1 / 0.056444, rate=120.0), "positions": Convention(moves_all=True, rate=60.0),
    "positions z up": Convention(moves_all=True, up="Z", per_meter=1.0), "no ends": Convention(ends=False),
    "film": Convention(rate=24 / 1.001), "ntsc": Convention(rate=30 / 1.001), "25": Convention(rate=25.0),
    "240": Convention(rate=240.0), "yzx": Convention(order="YZX"), "rate as time": Convention(frame_time="30"),
    "milliseconds": Convention(frame_time="33.333333"), "no time": Convention(frame_time="0"),
    "frame count": Convention(extra_frames=3), "fewer frames": Convention(extra_frames=-3),
    "crlf": Convention(newline="\r\n"), "frametime": Convention(label="FrameTime:"),
}  # fmt: skip


def write_bvh(path: Path, seen: Seen, rest: Rest, convention: Convention) -> list[str]:
    """Writes the motion of an armature, and returns the names of its bones in the order of the file.

    Args:
        path: of the file.
        seen: at the file's frames.
        rest: of the armature.
        convention: of the file.
    """
    turn = Y_UP if convention.up == "Y" else np.eye(3)
    heads, tails = (convention.per_meter * each @ turn.T for each in (rest.heads, rest.tails))
    places = convention.per_meter * seen.heads @ turn.T
    turned = np.asarray(turn @ seen.turns @ np.swapaxes(rest.axes, -1, -2) @ turn.T, float)
    lines: list[str] = ["HIERARCHY"]
    order: list[int] = []
    for root in [i for i, parent in enumerate(seen.parents) if parent < 0]:
        _joint(lines, order, root, 0, seen, (heads, tails), convention)
    rows = np.concatenate(
        [_channels(i, seen.parents, heads, places, turned, convention) for i in order], axis=1
    )
    lines += ["MOTION", f"Frames: {len(rows) + convention.extra_frames}"]
    lines += [f"{convention.label} {convention.frame_time or f'{1 / convention.rate:.8f}'}"]
    lines += [" ".join(f"{value:.6f}" for value in row) for row in rows]
    path.write_text(convention.newline.join(lines) + convention.newline, encoding="utf-8", newline="")
    return [seen.names[i] for i in order]


def _joint(
    lines: list[str],
    order: list[int],
    i: int,
    depth: int,
    seen: Seen,
    ends: tuple[Array, Array],
    convention: Convention,
) -> None:
    """The lines of a joint and those below it; ``order`` gets their indices."""
    order.append(i)
    heads, tails = ends
    indent, parent = "\t" * depth, seen.parents[i]
    offset = heads[i] - heads[parent] if parent >= 0 else np.zeros(3)
    lines += [f"{indent}{'JOINT' if parent >= 0 else 'ROOT'} {seen.names[i]}", f"{indent}{{"]
    lines.append(f"{indent}\tOFFSET {_numbers(offset)}")
    channels = [f"{axis}rotation" for axis in convention.order]
    if parent < 0 or convention.moves_all:
        channels = [*(f"{axis}position" for axis in "XYZ"), *channels]
    lines.append(f"{indent}\tCHANNELS {len(channels)} {' '.join(channels)}")
    children = [k for k, above in enumerate(seen.parents) if above == i]
    for child in children:
        _joint(lines, order, child, depth + 1, seen, ends, convention)
    if not children and convention.ends:
        lines += [
            f"{indent}\tEnd Site",
            f"{indent}\t{{",
            f"{indent}\t\tOFFSET {_numbers(tails[i] - heads[i])}",
            f"{indent}\t}}",
        ]
    lines.append(f"{indent}}}")


def _channels(
    i: int, parents: Sequence[int], heads: Array, places: Array, turned: Array, convention: Convention
) -> Array:
    """Columns (F, 3 or 6) of a joint: its position, where it has one, and its angles [degrees]."""
    parent = parents[i]
    above = turned[:, parent] if parent >= 0 else np.eye(3)
    within = np.swapaxes(above, -1, -2) @ turned[:, i]
    angles = Rotation.from_matrix(within).as_euler(convention.order, degrees=True)
    if parent >= 0 and not convention.moves_all:
        return np.asarray(angles)
    place = places[:, i]
    if parent >= 0:
        place = np.einsum("fji,fj->fi", above, places[:, i] - places[:, parent])
    return np.concatenate([place, angles], axis=1)


def _numbers(vector: Array) -> str:
    return " ".join(f"{value:.6f}" for value in vector)
