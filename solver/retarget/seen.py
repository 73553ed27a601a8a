"""A motion as its creature sees it: in the frame that travels with it."""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter1d

from ..arrays import Array
from ..motion.motion import Motion
from .creature import Creature
from .travel import FrameTravel

CALM = 0.25  # s: the frame follows the root's way without its sway


@dataclass(frozen=True, eq=False)
class Seen:
    """Poses of a creature in its own frame.

    Attributes:
        creature: that moves.
        times: (F,) [s].
        travel: of its frame.
        handle: (F, B, 3) handles in the frame [m].
        joint: (F, B, 3) joints in the frame [m].
        turn: (F, B, 3, 3) rotations since rest, frame axes.
    """

    creature: Creature
    times: Array
    travel: FrameTravel
    handle: Array
    joint: Array
    turn: Array

    @classmethod
    def standing(cls, creature: Creature, motion: Motion) -> "Seen":
        """In a frame that stays where the motion begins."""
        origin, axes = creature.frame
        start = motion.position[0, creature.root]
        yaw = float(np.arctan2(axes[1, 0], axes[0, 0]))
        place = np.array([start[0], start[1], origin[2]])
        return cls.in_frame(
            creature, motion, FrameTravel(np.tile(place, (motion.n_frames, 1)), np.full(motion.n_frames, yaw))
        )

    @classmethod
    def travelling(cls, creature: Creature, motion: Motion) -> "Seen":
        """In a frame that follows the root's way along the ground and its heading, smoothly."""
        origin, axes = creature.frame
        forward = motion.turn[:, creature.root] @ axes[:, 0]
        yaw = np.unwrap(np.arctan2(forward[:, 1], forward[:, 0]))
        place = motion.position[:, creature.root].copy()
        place[:, 2] = origin[2]
        width = CALM / motion.step
        smooth = (
            gaussian_filter1d(place, width, axis=0, mode="nearest") if motion.n_frames > 3 * width else place
        )
        turning = gaussian_filter1d(yaw, width, mode="nearest") if motion.n_frames > 3 * width else yaw
        return cls.in_frame(creature, motion, FrameTravel(smooth, turning))

    @classmethod
    def in_frame(cls, creature: Creature, motion: Motion, travel: FrameTravel) -> "Seen":
        """In a frame that travels as given."""
        _, axes = creature.frame
        back = np.swapaxes(travel.axes, 1, 2)[:, None]
        turn = back @ motion.turn @ axes
        center = np.einsum("fij,fbj->fbi", back[:, 0], motion.position - travel.origin[:, None])
        arms = creature.handle - creature.center, creature.joint - creature.center
        handle, joint = (center + (turn @ arm[..., None])[..., 0] for arm in arms)
        return cls(creature, motion.step * np.arange(motion.n_frames), travel, handle, joint, turn)
