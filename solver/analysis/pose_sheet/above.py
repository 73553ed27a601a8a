"""Motions side by side from above, as in figures 5.2 to 5.5 of McIntosh (2011)."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ...arrays import Array
from ...clip.clip import Clip
from ...rotations import matrix_from_quaternion
from ..sides import sides
from .figure import INK, SIDE_COLOURS
from .layout import PAPER, pale
from .shapes import NEARER, RIGHT, UP, Picture, place

SEEN = np.stack([UP, -RIGHT, NEARER], 1)  # the world's X up the page, its Y to the left, its Z to the reader
POSES = 4  # of each clip
APART, EDGE = 0.6, 0.4  # between clips and around them all [m]
FADED = 0.75  # fraction of paper color in the first pose; 0 in the last
LETTER = 0.012  # as a share of the picture's width
FOOTPRINT, LINE = 0.045, 0.012  # radius and half a width [m]
OVER = 5.0  # distance of the ink marks above the bodies, which would hide them [m]


def compose_above(clips: Sequence[Clip], title: str, *, width: int) -> Picture:
    """Clips from left to right, earlier poses paler, with footprints and the root's path in ink over them."""
    lows = [clip.motion.position[..., :2].min((0, 1)) for clip in clips]
    highs = [clip.motion.position[..., :2].max((0, 1)) for clip in clips]
    wide = [float(high[1] - low[1]) for low, high in zip(lows, highs, strict=True)]
    tall = max(float(high[0] - low[0]) for low, high in zip(lows, highs, strict=True))
    metres = 2 * EDGE + sum(wide) + APART * (len(clips) - 1)
    letter = LETTER * metres
    high = tall + 2 * EDGE + 3 * letter
    picture = Picture((width, 2 * round(width * high / metres / 2)), metres, PAPER)
    picture.write(title, place(EDGE - metres / 2, high / 2 - 2.2 * letter), 1.4 * letter, INK)
    left = EDGE - metres / 2
    for clip, low, top, room in zip(clips, lows, highs, wide, strict=True):
        # moves the clip's left and lowest point to the corner of its area
        _draw(picture, clip, place(left, EDGE - high / 2) - SEEN @ (low[0], top[1], 0.0))
        left += room + APART
    return picture


def _draw(picture: Picture, clip: Clip, at: Array) -> None:
    """Draws a clip with its world's origin at ``at``."""
    character = clip.job.character
    side_of = sides(character)
    over = at + OVER * NEARER
    for contact, stands in enumerate(clip.motion.contact_active.T):
        ink = SIDE_COLOURS[side_of[character.body_index(character.contacts[contact].body)]]
        for point in clip.motion.contact_points[stands, contact]:
            picture.dot(over + SEEN @ (*point[:2], 0.0), FOOTPRINT, ink)
    root = clip.motion.position[:, character.body_index(character.root_joint.body)] * (1.0, 1.0, 0.0)
    for here, there in pairwise(root):
        picture.rod(over + SEEN @ here, over + SEEN @ there, LINE, INK)
    radii = np.array([body.diameters for body in character.bodies]) / 2
    for k, frame in enumerate(np.linspace(0, clip.n_frames - 1, POSES).round().astype(int)):
        for body, side in enumerate(side_of):
            axes = SEEN @ matrix_from_quaternion(clip.motion.orientation[frame, body]) * radii[body]
            ink = pale(SIDE_COLOURS[side], FADED * (1 - k / (POSES - 1)))
            picture.ball(at + SEEN @ clip.motion.position[frame, body], axes, ink)
