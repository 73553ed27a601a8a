"""The motion of a source as a transfer sees it: in its creature frame, on its ground, with neighbors if it repeats."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...analysis.contact_guess.guess import guess_contacts
from ...arrays import Array, Flags, Indices
from ...mechanics.euler import turn_about
from ...motion.motion import Motion
from ...rotations import continuous_signs
from ..creature import Creature
from ..seen import Seen

LOWEST = 0.05  # share of stances that may be lower than the ground by mistake
LEVEL = 0.15  # leg lengths: stances that differ by less are on one level; a stair is higher
NEAR_FLOOR = 0.2  # leg lengths: feet of captures that stand differ by less
STEEPEST = 0.1  # slope of a floor that is meant to be level
MOST_TILTED = 0.9  # rad: feet that stand with more are not flat
UPRIGHT = 0.5  # level part of a root's left axis below which its heading is that of neighboring frames


@dataclass(frozen=True, eq=False)
class Stage:
    """A source's motion over F frames; a cycle has a repetition before and after it.

    Attributes:
        seen: poses in the creature frame of the first frame of the motion.
        stands: (F, C) which contacts of the source stand.
        step: between frames [s].
        own: frames of the motion itself.
    """

    seen: Seen
    stands: Flags
    step: float
    own: slice

    @classmethod
    def of(cls, motion: Motion, stands: Flags | None) -> "Stage":
        """Of a motion.

        Args:
            motion: of the source.
            stands: (N, C) which of its contacts stand; None: as its poses show.
        """
        source, n = Creature(motion.character), motion.n_frames
        whole = unrolled(motion)
        if stands is None:
            stands = _standing(whole)
        elif motion.cycle is not None:
            stands = np.tile(stands, (3, 1))
        own = slice(0, n) if motion.cycle is None else slice(n, 2 * n)
        first = Seen.standing(source, motion).travel
        travel = type(first)(
            np.tile(first.origin[0], (whole.n_frames, 1)), np.full(whole.n_frames, first.yaw[0])
        )
        return cls(Seen.in_frame(source, whole, travel), stands, motion.step, own)

    @property
    def source(self) -> Creature:
        """The creature that moves."""
        return self.seen.creature

    @cached_property
    def contact_points(self) -> Array:
        """(F, C, 3) contacts in the frame [m]."""
        character = self.source.character
        bodies = [character.body_index(contact.body) for contact in character.contacts]
        rest = np.array(
            [self.source.inside(np.array(contact.point)) for contact in character.contacts]
        ).reshape(-1, 3)
        arms = rest - self.source.joint[bodies]
        found: Array = self.seen.joint[:, bodies] + np.einsum("fcij,cj->fci", self.seen.turn[:, bodies], arms)
        return found

    @cached_property
    def floor(self) -> tuple[float, Array]:
        """Height of the ground at the origin of the frame [m], and its slope (2,), which captures often have."""
        points = self.contact_points[self.stands]
        if not len(points):
            return 0.0, np.zeros(2)
        size = self.source.character.hip_height
        slope = _slope(points, size)
        heights = points[:, 2] - points[:, :2] @ slope
        lowest = heights < np.quantile(heights, LOWEST) + LEVEL * size
        return float(np.median(heights[lowest])), slope

    def above(self, points: Array) -> Array:
        """(...) heights above the ground of points (..., 3) in the frame [m]."""
        height, slope = self.floor
        found: Array = points[..., 2] - height - points[..., :2] @ slope
        return found

    def foot_floor(self, contacts: Indices) -> float:
        """How high above the ground one foot stands, which in captures may differ a little between feet [m]."""
        heights = self.above(self.contact_points[:, contacts])[self.stands[:, contacts]]
        own = float(np.median(heights)) if heights.size else 0.0
        return own if abs(own) < NEAR_FLOOR * self.source.character.hip_height else 0.0

    def foot_turn(self, foot: int) -> Array:
        """(F, 3, 3) rotations of a foot since it stood flat, as it does while most of its contacts stand.

        Rest poses of captures often have feet that point down.
        """
        turn = self.seen.turn[:, foot]
        character = self.source.character
        own = [c for c, each in enumerate(character.contacts) if character.body_index(each.body) == foot]
        counts = self.stands[:, own].sum(axis=1)
        flat = counts == len(own)
        if len(own) < 2 or not flat.any():
            return turn
        tilt = nearest_rotation((turn_about("Z", -yaw_of(turn[flat])) @ turn[flat]).mean(axis=0))
        return turn @ tilt.T if np.trace(tilt) > 1 + 2 * np.cos(MOST_TILTED) else turn

    @cached_property
    def heading(self) -> Array:
        """(F,) yaw of the root since rest [rad], by its left axis, which leaps and somersaults leave level."""
        left = self.seen.turn[:, self.source.root, :, 1]
        level = np.linalg.norm(left[:, :2], axis=1) > UPRIGHT
        if not level.any():
            return np.zeros(len(left))
        frames = np.arange(len(left))
        yaw = np.unwrap(np.arctan2(-left[level, 0], left[level, 1]))
        found: Array = np.interp(frames, frames[level], yaw)
        return found


def yaw_of(turn: Array) -> Array:
    """(F,) angle about Z of the nearest rotation about it to rotations (F, 3, 3) [rad]."""
    found: Array = np.arctan2(turn[:, 1, 0] - turn[:, 0, 1], turn[:, 0, 0] + turn[:, 1, 1])
    return found


def nearest_rotation(matrix: Array) -> Array:
    """The rotation (3, 3) nearest to a matrix."""
    left, _, right = np.linalg.svd(matrix)
    found: Array = left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right
    return found


def unrolled(motion: Motion) -> Motion:
    """A cycle with one repetition before and one after it, as an open motion; an open motion itself."""
    if motion.cycle is None:
        return motion
    onward, back = motion.cycle, motion.cycle.inverse
    position = np.concatenate(
        [back.move_points(motion.position), motion.position, onward.move_points(motion.position)]
    )
    orientation = np.concatenate(
        [
            back.move_orientations(motion.orientation),
            motion.orientation,
            onward.move_orientations(motion.orientation),
        ]
    )
    return Motion(motion.character, motion.step, position, continuous_signs(orientation))


def _slope(points: Array, size: float) -> Array:
    """Slope (2,) of the line through points (P, 3) along their spread; zero if that is short, or the line steep."""
    level = points[:, :2] - points[:, :2].mean(axis=0)
    along = np.linalg.eigh(level.T @ level)[1][:, -1]
    way = level @ along
    if np.ptp(way) < size:
        return np.zeros(2)
    rise = float(np.polyfit(way, points[:, 2], 1)[0])
    return rise * along if abs(rise) < STEEPEST else np.zeros(2)


def _standing(motion: Motion) -> Flags:
    """(F, C) contacts that stand, as Make Physical finds them, too."""
    if not motion.character.contacts or motion.n_frames < 2:
        return np.zeros((motion.n_frames, len(motion.character.contacts)), bool)
    return guess_contacts(motion.character, motion.position, motion.turn, motion.step).touching
