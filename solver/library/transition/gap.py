"""The stretch between two motions that a transition fills."""

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
        before: GIVEN, those with room to bend, and those of the overlap, of the first motion.
        after: those of the overlap, with room, and GIVEN, of the second, where it goes on.
        overlap: frames that both share.
    """

    before: WorldMotion
    after: WorldMotion
    overlap: int

    @classmethod
    def at(cls, a: WorldMotion, b: WorldMotion, crossing: Crossing) -> "TransitionGap":
        """Of a crossing from a to b."""
        reach = crossing.room + GIVEN
        before = piece(a, crossing.leaves - reach, reach + crossing.overlap)
        after = piece(moved(b, crossing.move), crossing.enters, crossing.overlap + reach)
        return cls(before, after, crossing.overlap)

    @property
    def n_frames(self) -> int:
        """Of both together."""
        return self.before.n_frames + self.after.n_frames - self.overlap

    def blended(self) -> WorldMotion:
        """The one motion fading into the other, body by body, joints kept together (Kovar et al. 2002, section 3.3)."""
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
        """(N, C) those of the first motion until the middle, then of the second; no brief stances or swings."""
        middle = self.before.n_frames - self.overlap // 2
        first, second = self._both("contact_active")
        flags = np.concatenate([first[:middle], second[middle:]]).astype(bool)
        return steady(flags, self.before.step)

    def _both(self, name: str) -> tuple[Array, Array]:
        """Rows (N, ...) of either motion; its first or last is held where the other is alone."""
        own, other = getattr(self.before, name), getattr(self.after, name)
        lacking = self.n_frames - len(own), self.n_frames - len(other)
        return (
            np.concatenate([own, own[-1:].repeat(lacking[0], 0)]),
            np.concatenate([other[:1].repeat(lacking[1], 0), other]),
        )
