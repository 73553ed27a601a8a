"""A whole motion in one stroboscopic picture, for flights, steps and boxes."""

import numpy as np

from ...arrays import Array
from ...clip.clip import Clip
from ...job.planes import contact_plane
from ...job.surfaces import Box
from ...rotations import matrix_from_quaternion
from ..heading import ellipsoid_reach
from .figure import FORCE, GROUND, INK, inks
from .layout import PAPER, facts, pale
from .poses import frames_of
from .shapes import NEARER, Picture, place

FADED = 0.65  # fraction of paper color in the first pose; 0 in the last
FORCE_LENGTH = 0.02  # of a jet [m/N]
LETTER = 0.012  # as a share of the picture's width


def compose_strobe(clip: Clip, *, n_poses: int, width: int) -> Picture:
    """The poses at their world positions, seen from -Y, earlier ones paler."""
    frames = frames_of(clip, n_poses)
    radii = np.array([body.diameters for body in clip.job.character.bodies]) / 2
    reach = ellipsoid_reach(clip.motion.orientation[frames], radii)
    ground = clip.job.ground_height
    low = np.minimum((clip.motion.position[frames] - reach).min((0, 1)), (np.inf, np.inf, ground))
    high = (clip.motion.position[frames] + reach).max((0, 1))
    tips = _tips(clip, frames)
    low, high = np.minimum(low, tips.min(0)), np.maximum(high, tips.max(0))
    wide, tall = 1.12 * (high[0] - low[0]) + 0.2, 1.3 * (high[2] - low[2]) + 0.2
    wide = max(wide, 1.2 * tall)
    picture = Picture((width, 2 * round(width * tall / wide / 2)), wide, PAPER)
    middle = np.array(
        [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + 1.12 * high[2] - 0.12 * low[2]) / 2]
    )
    _solids(picture, clip, middle, wide)
    for k, t in enumerate(frames):
        paper = FADED * (1 - k / max(len(frames) - 1, 1))
        for body, ink in enumerate(inks(clip.job.character)):
            axes = _axes(clip, t, body) * radii[body]
            picture.ball(clip.motion.position[t, body] - middle, axes, pale(ink, paper))
        _jets(picture, clip, t, middle, LETTER * wide)
    left, top, near = -0.5 * wide + 2 * LETTER * wide, 0.5 * tall, 50.0
    picture.write(clip.name, place(left, top - 0.036 * wide, nearer=near), 1.8 * LETTER * wide, INK)
    picture.write(facts(clip), place(left, top - 0.058 * wide, nearer=near), LETTER * wide, INK)
    return picture


def _solids(picture: Picture, clip: Clip, middle: Array, wide: float) -> None:
    """The ground and the boxes."""
    if clip.job.contact_timings or clip.job.holds:
        thick, deep = 0.01 * wide, 0.5
        at = np.array([middle[0], middle[1], clip.job.ground_height - thick]) - middle
        picture.slab(at, (0.5 * wide, deep, thick), GROUND)
    for box in clip.job.surfaces:
        if isinstance(box, Box):
            x, y, z = box.size
            half, turn = (x / 2, min(y / 2, 0.5), z / 2), contact_plane(box).turn
            picture.slab(np.array(box.centre) - middle, half, GROUND, turn=turn)


def _jets(picture: Picture, clip: Clip, frame: int, middle: Array, letter: float) -> None:
    """The root's jet as an arrow."""
    start = clip.motion.position[frame, clip.job.character.body_index(clip.job.character.root_joint.body)]
    end = _tips(clip, [frame])[0]
    if np.linalg.norm(end - start) > letter:
        picture.arrow(start - middle + NEARER, end - middle + NEARER, 0.12 * letter, FORCE)


def _tips(clip: Clip, frames: list[int]) -> Array:
    """(K, 3) ends of the arrows of the main root's jet; its center without one [m]."""
    root = clip.job.character.root_joint
    tips = clip.motion.position[frames, clip.job.character.body_index(root.body)].copy()
    if root.force_limit and not root.axes:
        for k, axis in enumerate(root.translation):
            tips[:, "XYZ".index(axis)] += FORCE_LENGTH * clip.torques[frames, k]
    return tips


def _axes(clip: Clip, frame: int, body: int) -> Array:
    axes: Array = matrix_from_quaternion(clip.motion.orientation[frame, body])
    return axes
