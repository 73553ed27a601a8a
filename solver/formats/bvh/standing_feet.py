"""Replaces the feet of a frame that becomes a rest pose by those of their typical stances.

In a single frame, a foot may be lifted, turned out, or rolling over its toes. A sole fitted to it would be tilted in
every stance, so each foot gets the tilt of its most typical stance.
"""

from collections.abc import Sequence

import numpy as np

from ...arrays import Array
from ...rotations import matrix_from_quaternion, quaternion_from_matrix
from ...stretches import stretches
from .motion import BvhMotion

BESIDE = 0.3  # of its length; maximum height of a standing foot above the lowest one
STILL = 3.0  # foot lengths per second, below which a foot stands
ALIKE = np.radians(10.0)  # scale within which tilts count as similar
# of a foot's length; minimum horizontal part from which its heading is known
LEVEL = 0.2


def with_standing_feet(
    motion: BvhMotion, feet: Sequence[str], forward: Array, *, heads: Array, turns: Array, offsets: Array
) -> tuple[Array, Array, Array]:
    """A pose with the feet of their typical stances, turned to point forward like soles.

    Args:
        motion: with the pose.
        feet: names of joints.
        forward: (3,) horizontal, in which the pose faces.
        heads: (J, 3) joints [m].
        turns: (J, 4) wxyz of the joints' frames in the world.
        offsets: (J, 3) of each joint from its parent's, in the parent's frame [m].
    """
    heads, turns, offsets = heads.copy(), turns.copy(), offsets.copy()
    if motion.n_frames < 2:  # no stance can be detected
        return heads, turns, offsets
    joints = [motion.names.index(name) for name in feet]
    lowest = np.min([motion.world_positions[:, foot, 2] for foot in joints], axis=0)
    for foot in joints:
        below, ways = _below(motion, foot), _ways(motion, foot)
        if ways is None:
            continue
        frame = _standing_frame(motion, foot, ways, lowest)
        way = ways[frame]
        if np.hypot(way[0], way[1]) < LEVEL * np.linalg.norm(way):
            continue
        turn = _about_vertical(np.arctan2(forward[1], forward[0]) - np.arctan2(way[1], way[0]))
        there = motion.world_positions[frame, below]
        heads[below] = heads[foot] + (there - there[0]) @ turn.T
        own = turn @ matrix_from_quaternion(motion.world_rotations[frame, below])
        turns[below], offsets[below[1:]] = quaternion_from_matrix(own), motion.positions[frame, below[1:]]
    return heads, turns, offsets


def _ways(motion: BvhMotion, foot: int) -> Array | None:
    """(N, 3) from a foot to its toes or end site [m]; None if it has neither."""
    toes = [j for j, parent in enumerate(motion.parents) if parent == foot]
    if toes:
        ends = motion.world_positions[:, toes].mean(1)
    elif foot in motion.end_sites:
        ends = motion.world_end_sites[:, motion.end_sites.index(foot)]
    else:
        return None
    return np.asarray(ends - motion.world_positions[:, foot])


def _below(motion: BvhMotion, joint: int) -> list[int]:
    """The joint and its descendants."""
    found = [joint]
    for j, parent in enumerate(motion.parents):
        if parent in found:
            found.append(j)
    return found


def _standing_frame(motion: BvhMotion, foot: int, directions: Array, lowest: Array) -> int:
    """The stillest frame of the stance whose tilt is most similar to those of the others.

    A foot stands if it is still and near the height of the lowest one (N,), which defines the floor of each frame,
    because floors of captures rise and fall.
    """
    place = motion.world_positions[:, foot]
    speed = np.linalg.norm(np.gradient(place + directions / 2, motion.frame_time, axis=0), axis=1)
    length = float(np.linalg.norm(directions, axis=1).mean())
    stands = (place[:, 2] <= lowest + BESIDE * length) & (speed < STILL * length)
    if not stands.any():
        return int(np.argmin(place[:, 2]))
    stances = stretches(stands)
    whole = [
        (first, last) for first, last in stances if first > 0 and last < len(stands) - 1
    ]  # not cut off by the clip's ends
    frames = np.array([first + int(speed[first : last + 1].argmin()) for first, last in whole or stances])
    # the vertical in the foot's frame
    up: Array = matrix_from_quaternion(motion.world_rotations[frames, foot])[:, 2]
    apart = np.arccos(np.clip(up @ up.T, -1.0, 1.0))
    return int(frames[np.exp(-((apart / ALIKE) ** 2)).sum(1).argmax()])


def _about_vertical(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
