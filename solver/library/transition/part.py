"""A part of a motion, and its continuation in time."""

from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Array
from ...errors import InputError
from ...job.drawn_bones import bones_at
from ...mechanics.tree import Tree
from ...motion.pieces import piece
from ...motion.world_motion import WorldMotion
from ..posed import posed

CALM = 0.2  # s in which extrapolated joints come to rest


@dataclass(frozen=True, eq=False)
class StripPart:
    """Frames of a motion, as a strip on the timeline plays them.

    Attributes:
        motion: the whole; a cycle repeats as long as needed.
        first: first frame.
        count: number of frames.

    Raises:
        InputError: an open motion has no such frames.
    """

    motion: WorldMotion
    first: int
    count: int

    def __post_init__(self) -> None:
        last, there = self.first + self.count - 1, self.motion.n_frames
        if self.count < 1:
            raise InputError(
                f"expected a last frame that is not before the first, found {self.first} to {last}"
            )
        if self.motion.cycle is None and not (self.first >= 0 and last < there):
            raise InputError(f"expected frames within 0 to {there - 1}, found {self.first} to {last}")

    @classmethod
    def all_of(cls, motion: WorldMotion) -> "StripPart":
        """Every frame; one lap of a cycle."""
        return cls(motion, 0, motion.n_frames)

    def with_more(self, *, before: int = 0, after: int = 0) -> WorldMotion:
        """The part as an open motion with additional frames before and after it.

        They are taken from the motion where it has any. Beyond its ends, roots keep their horizontal velocity, joints
        come to rest, and contacts stay; there are no forces.
        """
        begin, end = self.first - before, self.first + self.count + after
        if self.motion.cycle is not None:
            return piece(self.motion, begin, end - begin)
        first, last = max(begin, 0), min(end, self.motion.n_frames)
        known = piece(self.motion, first, last - first)
        return _going_on(known, first - begin, end - last) if (first, last) != (begin, end) else known


def _going_on(known: WorldMotion, before: int, after: int) -> WorldMotion:
    """An open motion of 2 frames or more, extrapolated by frames before and after."""
    tree = Tree(known.character)
    q = replace(known, heading=()).coordinates
    q = np.concatenate(
        [
            _coasted(tree, q[0], q[0] - q[1], known.step, before)[::-1],
            q,
            _coasted(tree, q[-1], q[-1] - q[-2], known.step, after),
        ]
    )
    beside = ((before, after), (0, 0))
    touching = np.pad(known.contact_active, beside, mode="edge").astype(bool)
    frames = np.clip(np.arange(-before, known.n_frames + after), 0, known.n_frames - 1)
    bones = bones_at(known.drawn_bones, known.n_frames, frames, closed=False)
    found = posed(known.character, q, touching, known.step, world=known.world, drawn_bones=bones)
    return replace(
        found,
        contact_forces=np.pad(known.contact_forces, (*beside, (0, 0))),
        contact_moments=np.pad(known.contact_moments, beside),
    )


def _coasted(tree: Tree, q: Array, change: Array, step: float, count: int) -> Array:
    """(count, n) coordinates after q (n,), whose last difference was ``change``."""
    frames = np.arange(1, count + 1)
    fading = CALM / step * (1 - np.exp(-frames * step / CALM))
    is_level = np.zeros(tree.n, bool)
    is_level[tree.root_translations] = abs(tree.axis[tree.root_translations, 2]) < 0.5
    return np.asarray(q + change * np.where(is_level, frames[:, None], fading[:, None]))
