"""The interval that a transition fills."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags
from ...job.drawn_bones import DrawnBone, bones_at, mixed_bones
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
            drawn_bones=self._blended_bones(weight[:, 0, 0]),
        )
        return posed(
            mixed.character,
            mixed.coordinates,
            self.contacts(),
            mixed.step,
            world=self.before.world,
            drawn_bones=mixed.drawn_bones,
        )

    def _blended_bones(self, weight: Array) -> tuple[DrawnBone, ...]:
        """The motion of bones between bodies, mixed with weights (N,) of the second motion."""
        frames = np.arange(self.n_frames)
        starts = (0, self.n_frames - self.after.n_frames)
        own, other = (
            bones_at(
                motion.drawn_bones,
                motion.n_frames,
                np.clip(frames - start, 0, motion.n_frames - 1),
                closed=motion.cycle is not None,
            )
            for motion, start in zip((self.before, self.after), starts, strict=True)
        )
        return mixed_bones(own, other, weight)

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
