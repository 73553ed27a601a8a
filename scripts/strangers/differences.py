"""The judge: by how much two readings of a motion differ, bone by bone and frame by frame."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from scripts.strangers.reading import Rest, Seen
from scripts.strangers.solved_motion import SolvedMotion
from solver.arrays import Array
from solver.rotations import angle_between

FAR, TURNED = 2e-3, np.radians(1.0)  # m, rad: what nobody sees
RATIO = 0.01  # of a size
MOVES = np.radians(0.5)  # a bone that turns by less stands still


@dataclass(frozen=True)
class Difference:
    """What differs at one stage.

    Attributes:
        stage: of the way from the file to the file.
        bone: that is farthest off, relative to what nobody sees; or what else differs.
        frame: index of the frame at which it is.
        far: largest distance over bones and frames [m].
        turned: largest angle over bones and frames [rad].
        is_said: whether the artist was told.
    """

    stage: str
    bone: str
    frame: int
    far: float
    turned: float
    is_said: bool = False

    @property
    def is_seen(self) -> bool:
        """Whether it is more than nobody sees; also if it is no number."""
        return not (self.far <= FAR and self.turned <= TURNED)

    def __str__(self) -> str:
        """In one line."""
        return (
            f"{self.stage}: '{self.bone}' {1000 * self.far:.3g} mm, {np.degrees(self.turned):.3g} degrees off"
        )

    def plain(self) -> dict[str, Any]:
        """As a JSON value."""
        return asdict(self)


def between_readings(stage: str, expected: Seen, found: Seen, bones: Collection[str]) -> Difference:
    """Compares heads, tails and axes of named bones, which are in both."""
    at, there = _indices(expected, bones), _indices(found, bones)
    far = np.maximum(
        np.linalg.norm(found.heads[:, there] - expected.heads[:, at], axis=-1),
        np.linalg.norm(found.tails[:, there] - expected.tails[:, at], axis=-1),
    )
    return _worst(stage, [*bones], far, angle_between(found.turns[:, there], expected.turns[:, at]))


def between_files(stage: str, expected: Seen, found: Seen, names: dict[str, str]) -> Difference:
    """Compares heads, and turns from the first frame on, because files have axes of bones of their own.

    Args:
        stage: of the difference.
        expected: the accepted motion.
        found: what was read back.
        names: of bones in the file, by their names in the rig.
    """
    at, there = _indices(expected, names), _indices(found, names.values())
    far = np.linalg.norm(found.heads[:, there] - expected.heads[:, at], axis=-1)
    turns, own = found.turns[:, there], expected.turns[:, at]
    since = [each @ np.swapaxes(each[:1], -1, -2) for each in (turns, own)]
    return _worst(stage, [*names], far, angle_between(*since))


def within_parents(stage: str, expected: Seen, found: Seen, bones: Collection[str]) -> Difference:
    """Compares the angles of bones to their parents."""
    at, there = _indices(expected, bones), _indices(found, bones)
    angles = angle_between(found.local_turns()[:, there], expected.local_turns()[:, at])
    return _worst(stage, [*bones], np.zeros_like(angles), angles)


def moving_within_parents(seen: Seen, bones: Collection[str]) -> list[str]:
    """Those of the named bones that turn against their parents."""
    turns = seen.local_turns()[:, _indices(seen, bones)]
    moves = angle_between(turns, turns[:1]).max(0) > MOVES
    return [name for name, each in zip(bones, moves, strict=True) if each]


def from_motion(stage: str, motion: SolvedMotion, rest: Rest, scale: float, found: Seen) -> Difference:
    """Compares the bones of a rig, seen at all frames of a motion, with its bodies; sizes are judged elsewhere.

    Args:
        stage: of the difference.
        motion: as solved.
        rest: of the rig, where its object was when the motion was solved.
        scale: meters of the motion per meter of the rig.
        found: the rig at the frames of the motion.
    """
    heads, turns = motion.bones(rest, scale)
    there = _indices(found, motion.names)
    far = np.linalg.norm(scale * found.heads[:, there] - heads, axis=-1)
    return _worst(stage, motion.names, far, angle_between(found.turns[:, there], turns))


def of_size(stage: str, what: str, expected: float, found: float) -> Difference:
    """Compares two lengths [m]; what nobody sees is RATIO."""
    off = abs(found - expected)
    return Difference(stage, what, 0, off if off > RATIO * expected else 0.0, 0.0)


def _indices(seen: Seen, bones: Collection[str]) -> list[int]:
    index = {name: i for i, name in enumerate(seen.names)}
    return [index[name] for name in bones]


def _worst(stage: str, bones: Collection[str], far: Array, turned: Array) -> Difference:
    """The largest of distances and angles (F, B) of bones."""
    if not len(bones):
        return Difference(stage, "", 0, 0.0, 0.0)
    size = np.maximum(far / FAR, turned / TURNED)
    frame, bone = np.unravel_index(np.argmax(size), size.shape)
    return Difference(stage, [*bones][bone], int(frame), float(far.max()), float(turned.max()))
