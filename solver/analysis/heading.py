"""The direction in which a motion travels."""

import math

import numpy as np

from ..arrays import Array
from ..character import Character
from ..character.roles import side_of_body
from ..clip.clip import Clip
from ..rotations import matrix_from_quaternion, quaternion_inverse, quaternion_product

TRAVELS = 0.3  # of the character's height; a longer displacement counts as travel
SIDEWAYS = 0.5  # cosine between travel and facing below which it goes sideways


def centre_of_mass(clip: Clip) -> Array:
    """(N, 3) world [m]."""
    mass = np.array([body.mass for body in clip.job.character.bodies])
    centre: Array = np.einsum("tbi,b->ti", clip.motion.position, mass) / mass.sum()
    return centre


def height(character: Character) -> float:
    """Height of the rest pose [m], from the lowest to the highest point of its ellipsoids."""
    lows, highs = [], []
    for body in character.bodies:
        reach = ellipsoid_reach(np.array(body.orientation), np.array(body.diameters) / 2)[2]
        lows.append(body.position[2] - reach)
        highs.append(body.position[2] + reach)
    return float(max(highs) - min(lows))


def ellipsoid_reach(orientation: Array, radii: Array) -> Array:
    """Half extents (..., 3) [m] of ellipsoids along the world's axes."""
    reach: Array = np.linalg.norm(matrix_from_quaternion(orientation) * radii[..., None, :], axis=-1)
    return reach


def headings(clip: Clip) -> Array:
    """Angle (N,) [rad] about Z from world X to the direction of travel.

    If the character stays or goes sideways, it is the direction that it faces. In a turning cycle, the heading
    turns evenly.
    """
    cycle, frames = clip.job.cycle, np.arange(clip.n_frames)
    turn = frames * (cycle.yaw / clip.n_frames if cycle else 0.0)
    centre = centre_of_mass(clip)
    if cycle and cycle.yaw:
        step = _unturned(np.diff(centre[:, :2], axis=0), turn[:-1]).mean(0) * clip.n_frames
    elif cycle:
        step = np.array(cycle.translation[:2])
    else:
        step = centre[-1, :2] - centre[0, :2]
    looks = _facing(clip, turn)
    travel = math.atan2(step[1], step[0])
    is_travelling = float(np.linalg.norm(step)) > TRAVELS * height(clip.job.character)
    is_sideways = looks is not None and abs(math.cos(travel - looks)) < SIDEWAYS
    heading = travel if looks is None or (is_travelling and not is_sideways) else looks
    return heading + turn


def rest_forward(character: Character) -> Array | None:
    """Forward direction (3,) along the ground in the rest pose, from left and right; None without mirror pairs."""
    rest = {body.name: np.array(body.position) for body in character.bodies}
    pairs = (
        pair[::-1] if side_of_body(character, pair[0]) == "R" else pair for pair in character.mirror_pairs
    )
    left = sum((rest[a] - rest[b] for a, b in pairs), np.zeros(3))
    forward: Array = np.array([left[1], -left[0], 0.0])
    size = float(np.linalg.norm(forward))
    return forward / size if size > 1e-6 else None


def _facing(clip: Clip, turn: Array) -> float | None:
    """Mean direction [rad] that the root body faces, from left and right; None without mirror pairs."""
    character = clip.job.character
    forward = rest_forward(character)
    if forward is None:
        return None
    body = character.body_index(character.root_joint.body)
    since_rest = quaternion_product(
        clip.motion.orientation[:, body], quaternion_inverse(character.bodies[body].orientation)
    )
    across = matrix_from_quaternion(since_rest) @ (np.cross([0.0, 0.0, 1.0], forward))
    towards = _unturned(np.stack([across[:, 1], -across[:, 0]], -1), turn).mean(0)
    return math.atan2(towards[1], towards[0])


def _unturned(vectors: Array, angle: Array) -> Array:
    """Vectors (N, 2) turned back by ``angle`` (N,)."""
    cosine, sine = np.cos(angle), np.sin(angle)
    x, y = vectors[:, 0], vectors[:, 1]
    return np.stack([cosine * x + sine * y, cosine * y - sine * x], -1)
