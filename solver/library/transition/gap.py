"""The interval that a transition fills."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags
from ...motion.motion import Motion
from ...motion.pieces import moved, piece
from ...motion.world_motion import WorldMotion
from ...rotations import continuous_signs
from ..posed import posed
from ..touches import steady
from .crossing import GIVEN, Crossing


@dataclass(frozen=True, eq=False)
class TransitionGap:
    """Frames of two motions around a crossing.

    Attributes:
        before: GIVEN frames, room, and overlap of the first motion.
        after: overlap, room, and GIVEN frames of the second motion, moved.
        overlap: number of frames that both share.
    """

    before: WorldMotion
    after: WorldMotion
    overlap: int

    @classmethod
    def at(cls, a: WorldMotion, b: WorldMotion, crossing: Crossing) -> "TransitionGap":
        """The gap of a crossing from a to b."""
        reach = crossing.room + GIVEN
        before = piece(a, crossing.leaves - reach, reach + crossing.overlap)
        after = piece(moved(b, crossing.move), crossing.enters, crossing.overlap + reach)
        return cls(before, after, crossing.overlap)

    @property
    def n_frames(self) -> int:
        """Frames of both together."""
        return self.before.n_frames + self.after.n_frames - self.overlap

    def blended(self) -> WorldMotion:
        """The blend of both motions, with joints holding bodies together (Kovar et al. 2002, section 3.3)."""
        along = np.clip(
            np.arange(self.n_frames) - (self.before.n_frames - self.overlap) + 1, 0, self.overlap + 1
        )
        share = along / (self.overlap + 1)
        weight = (share**2 * (3 - 2 * share))[:, None, None]
        position, positions = self._both("position")
        here, there = self._both("orientation")
        there = np.where((here * there).sum(-1, keepdims=True) < 0, -there, there)
        mixed = Motion(
            self.before.character,
            self.before.step,
            position + weight * (positions - position),
            continuous_signs(here + weight * (there - here)),
        )
        return posed(mixed.character, mixed.coordinates, self.contacts(), mixed.step, world=self.before.world)

    def contacts(self) -> Flags:
        """(N, C) of the first motion until the middle, then of the second, without brief stances or swings."""
        middle = self.before.n_frames - self.overlap // 2
        first, second = self._both("contact_active")
        flags = np.concatenate([first[:middle], second[middle:]]).astype(bool)
        return steady(flags, self.before.step)

    def _both(self, name: str) -> tuple[Array, Array]:
        """Rows (N, ...) of both motions, extended by their first or last one."""
        own, other = getattr(self.before, name), getattr(self.after, name)
        lacking = self.n_frames - len(own), self.n_frames - len(other)
        return (
            np.concatenate([own, own[-1:].repeat(lacking[0], 0)]),
            np.concatenate([other[:1].repeat(lacking[1], 0), other]),
        )
