"""Candidate contact points over time: a character's contacts and the lowest point of every body.

Lengths are in sizes (leg lengths of the character) and times in falls, sqrt(size / gravity), so results are independent
of scale.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ...arrays import Array, Flags, Indices
from ...character import Character
from ...rotations import angle_between
from .lowest_points import lowest_points
from .tips import Tip

SMOOTH = 0.1  # falls before and after; faster changes are noise of the capture
GLANCE = 0.11  # falls over which speed is measured, so that it does not depend on the frame rate
KNOWN_WITHIN = 0.08  # sizes; uncertainty of where a soft body, which is no ellipsoid, touches
LOWER = 0.05  # sizes; a body's lowest point counts if it is this much below the body's contacts


@dataclass(frozen=True, eq=False)
class CandidatePoints:
    """P points: first the character's contacts, then the lowest point of each of its bodies.

    Attributes:
        body: (P,) index of its body.
        known: (P,) whether it is a contact.
        arms: (N, P, 3) from its body's center, in the rest pose [sizes].
        places: (N, P, 3) world [sizes].
        speed: (N, P) of the material point, before or after each frame, whichever is less [sizes per fall].
        doubt: (N, P) uncertainty of that speed, from the body's rotation and KNOWN_WITHIN [sizes per fall].
        counts: (N, P) whether it can touch at all.
    """

    body: Indices
    known: Flags
    arms: Array
    places: Array
    speed: Array
    doubt: Array
    counts: Flags


def see_points(
    character: Character, position: Array, turn: Array, fall: float, tips: Sequence[Tip] = ()
) -> CandidatePoints:
    """Candidate points of a smoothed motion.

    Args:
        character: that moves.
        position: (N, B, 3) centers of its bodies, world [m].
        turn: (N, B, 3, 3) their rotations from the rest pose, world.
        fall: [frames].
        tips: bending ends of bodies.
    """
    carriers = np.array([character.body_index(contact.body) for contact in character.contacts], np.intp)
    rest = np.array([body.position for body in character.bodies])
    own = np.array([contact.point for contact in character.contacts]).reshape(-1, 3) - rest[carriers]
    body = np.concatenate([carriers, np.arange(len(rest))])
    known = np.arange(len(body)) < len(carriers)
    size = character.hip_height
    stiff = {contact.body for contact in character.contacts}  # these touch at their contacts
    bent = [tip for tip in tips if tip.body not in stiff]
    own_arms = np.broadcast_to(own, (len(turn), *own.shape))
    arms = np.concatenate([own_arms, lowest_points(character, turn, bent)], axis=1) / size
    seen = np.concatenate([position[..., None] / size, turn], axis=-1)
    frames = _smoothed(seen, fall)[:, body]  # (N, P, 3, 4)
    places = _places(frames, arms)
    counts = np.ones(places.shape[:2], bool)
    for b in np.unique(carriers):
        lowest = places[:, known & (body == b), 2].min(1)
        own_lowest = ~known & (body == b)
        counts[:, own_lowest] = places[:, own_lowest, 2] < lowest[:, None] - LOWER
    counts[:, ~known] &= ~_within_others(character, arms[:, ~known], places[:, ~known, 2])
    doubt = np.where(known, 0.0, KNOWN_WITHIN * _spins(frames[..., 1:], fall))
    return CandidatePoints(body, known, arms, places, _speeds(frames, arms, fall), doubt, counts)


def _within_others(character: Character, arms: Array, height: Array) -> Flags:
    """(N, B) whether a body's lowest point lies beyond a joint, and below the body that is joined there.

    Ellipsoids of long bodies extend beyond their joints; a trunk's would reach the ground below a low pelvis.

    Args:
        character: with the bodies.
        arms: (N, B, 3) lowest point of each, from its center, in the rest pose [sizes].
        height: (N, B) of these points [sizes].
    """
    within = np.zeros(height.shape, bool)
    for joint in character.joints:
        both = character.body_index(joint.body_a), character.body_index(joint.body_b)
        for b, other in (both, both[::-1]):
            ahead = (np.array(joint.position) - character.bodies[b].position) / character.hip_height
            is_beyond = arms[:, b] @ ahead > ahead @ ahead
            within[:, b] |= is_beyond & (height[:, b] < height[:, other] - LOWER)
    return within


def _places(frames: Array, arms: Array) -> Array:
    """(N, P, 3) world positions of arms (N, P, 3) in body frames (N, P, 3, 4), each a center and a rotation."""
    return np.asarray(frames[..., 0] + np.einsum("npij,npj->npi", frames[..., 1:], arms))


def _smoothed(frames: Array, fall: float) -> Array:
    """Moving median, then moving mean, of frames (N, ...); removes single outlier frames at any frame rate."""
    medians = _around(frames, max(round(SMOOTH * fall), 1), np.median)
    return _around(medians, int(SMOOTH * fall), np.mean)


def _around(frames: Array, reach: int, middle: Callable[..., Array]) -> Array:
    padded = np.pad(frames, ((reach, reach), *((0, 0),) * (frames.ndim - 1)), mode="edge")
    return np.asarray(middle(sliding_window_view(padded, 2 * reach + 1, axis=0), axis=-1))


def _spins(turn: Array, fall: float) -> Array:
    """(N, P) angular speed of rotations (N, P, 3, 3), before or after each frame, whichever is less [rad per fall]."""
    spins = angle_between(turn[1:], turn[:-1]) * fall
    return np.minimum(np.concatenate([spins, spins[-1:]]), np.concatenate([spins[:1], spins]))


def _speeds(frames: Array, arms: Array, fall: float) -> Array:
    """(N, P) speeds of the body-fixed points that ``arms`` select at each frame."""
    ahead = min(max(round(GLANCE * fall), 1), len(frames) - 1)
    here, there = _places(frames, arms), _places(frames[ahead:], arms[:-ahead])
    after = np.linalg.norm(there - here[:-ahead], axis=-1) / (ahead / fall)
    before = np.linalg.norm(here[ahead:] - _places(frames[:-ahead], arms[ahead:]), axis=-1) / (ahead / fall)
    return np.minimum(np.concatenate([after, before[-ahead:]]), np.concatenate([after[:ahead], before]))
