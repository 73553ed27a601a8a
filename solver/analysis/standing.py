"""Where points of a drawn motion stand for certain, and which of these bodies a solved motion leaves in the air."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags
from ..character import Character
from ..clip.clip import Clip
from ..motion.motion import Motion
from ..stretches import stretches

STANCE = 0.15  # s; shorter ones may be missed
STILL, LOW = 0.2, 0.04  # leg lengths a second, leg lengths: a point that is slower and lower stands
REACH = 0.13  # leg lengths, by which points of captured feet that stand differ at most


@dataclass(frozen=True)
class MissedStance:
    """A body that stands in a drawn motion while none of its contacts touches in the solved one.

    Attributes:
        body: its name.
        frame: at which that begins.
        seconds: for which it lasts.
    """

    body: str
    frame: int
    seconds: float


def missed_stances(clip: Clip, drawn: Motion) -> tuple[MissedStance, ...]:
    """All of at least STANCE, the longest first."""
    character, step = clip.job.character, clip.motion.step
    points = [drawn.carried(character.body_index(each.body), each.point) for each in character.contacts]
    if not points:
        return ()
    lowest = bottoms(drawn.position, character)
    stands = standing(np.stack(points, 1), lowest, fps=1 / step, size=character.hip_height)
    found = []
    for body in dict.fromkeys(contact.body for contact in character.contacts):
        own = [contact.body == body for contact in character.contacts]
        missed = stands[:, own].any(1) & ~clip.motion.touching[:, own].any(1)
        for first, last in stretches(missed):
            found.append(MissedStance(body, first, (last + 1 - first) * step))
    return tuple(sorted((each for each in found if each.seconds >= STANCE), key=lambda each: -each.seconds))


def bottoms(position: Array, character: Character) -> Array:
    """How high (N, B) [m] bodies are at (N, B, 3) [m], by the largest balls within them, which turn as they like."""
    radii: Array = np.array([min(body.diameters) / 2 for body in character.bodies])
    heights: Array = position[..., 2]
    return heights - radii


def standing(points: Array, lowest: Array, *, fps: float, size: float) -> Flags:
    """Where (N, C) points of the file stand for certain.

    A point does where it is slower than STILL, and no higher than LOW above the level at which it is lowest for a
    twentieth of the time. One whose level is higher than REACH above the lowest, as heels of people on tiptoe are and
    feet of people who lie with their legs lifted, never stands.

    Args:
        points: (N, C, 3) of the fit's contacts in the file, world [m].
        lowest: (N, B) how high its bodies are, which lie where they are lower than any of the points [m].
        fps: of the file [1/s].
        size: length of a leg [m].
    """
    speed = np.linalg.norm(np.gradient(points, 1 / fps, axis=0), axis=-1)
    level, below = (np.quantile(height, 0.05, axis=0) for height in (points[..., 2], lowest))
    ground = min(level.min(initial=np.inf), below.min())
    still = speed < STILL * size
    stands: Flags = still & (points[..., 2] < level + LOW * size) & (level < ground + REACH * size)
    return stands
