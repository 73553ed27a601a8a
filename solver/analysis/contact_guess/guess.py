"""Contacts of a keyed or captured motion: when the known points touch, and which other bodies do.

Lengths are in sizes (leg lengths of the character) and times in falls, sqrt(size / gravity), so results are independent
of scale.
"""

from collections.abc import Sequence

import numpy as np

from ...arrays import Array, Flags
from ...character import Character
from .evidence import AGAINST, CHANGE, LOW, evidence, likeliest, likelihood, stillness
from .floor import Floor, find_floor
from .guessed import ContactGuess, GuessedContact, guessed_phases
from .points import CandidatePoints, see_points
from .proposals import propose
from .resting import without_slides
from .tips import Tip
from .weight import is_held, with_shorter_flights

GRAVITY = 9.81  # m/s^2
LOOSER = (1.0, 2.0, 3.0)  # times the limits, where something must support the body but no contact is found
ALIKE = 0.25  # below the best evidence, as also accepted then: two hands are never placed identically
# sizes above the lowest point of the frame; higher points are ignored for the floor
AMONG_LOWEST = 0.12
KNOWN_REACH = (0.1, 0.13)  # sizes; apparent distance of standing contacts below and above the floor, at most
BODY_REACH = (0.12, 0.06)  # likewise for lowest points of bodies, which are soft and bend, unlike ellipsoids


def guess_contacts(
    character: Character, position: Array, turn: Array, step: float, *, tips: Sequence[Tip] = ()
) -> ContactGuess:
    """Estimates the contacts of a motion.

    Args:
        character: that moves.
        position: (N, B, 3) centers of its bodies, world [m], N of at least 2.
        turn: (N, B, 3, 3) rotations from the rest pose, world.
        step: between frames [s].
        tips: ends of bodies that bend without a joint of the character, such as hands.
    """
    size = character.hip_height
    fall = float(np.sqrt(size / GRAVITY)) / step
    points = see_points(character, position, turn, fall, tips)
    mass = [body.mass for body in character.bodies]
    middle = np.einsum("nbi,b->ni", position, mass) / character.mass / size
    height = middle[:, 2]
    flags, likely, floor = _touching(points, is_held(height, fall), fall)
    heights = np.where(points.counts, floor.above, np.inf)
    flags = with_shorter_flights(flags, heights, points.places, height, fall)
    for i in np.flatnonzero(points.known):
        flags[:, i] = without_slides(points.places[:, i], flags[:, i])
    known = tuple(
        GuessedContact(contact.body, contact.point, guessed_phases(flags[:, i], likely[:, i]))
        for i, contact in enumerate(character.contacts)
    )
    stands = flags & points.known
    usual = _usual(floor.levels, stands)
    proposed = propose(character, turn, points, flags, likely, floor.levels - usual, middle, fall)
    return ContactGuess(flags[:, : len(known)], size * (floor.level + usual), known, proposed)


def _usual(levels: Array, stands: Flags) -> float:
    """Median over frames of the lowest standing point's own level, clipped so that all are within reach.

    In captures, heels are often high above the ground on which their toes stand.

    Args:
        levels: (P,) level of each point above the floor [sizes].
        stands: (N, P) whether each stands.
    """
    if not stands.any():
        return 0.0
    seen = levels[stands.any(0)]
    low, high = seen.max() - KNOWN_REACH[1], seen.min() + KNOWN_REACH[0]
    median = float(np.median(np.where(stands, levels, np.inf).min(1)[stands.any(1)]))
    return float(np.clip(median, min(low, high), max(low, high)))


def _touching(points: CandidatePoints, held: Flags, fall: float) -> tuple[Flags, Array, Floor]:
    """Contacts (N, P), their likelihood (N, P), and the floor.

    Args:
        points: candidates.
        held: (N,) whether something must support the body.
        fall: [frames].
    """
    below, beyond = np.where(points.known, np.array([KNOWN_REACH]).T, np.array([BODY_REACH]).T)
    limit = stillness(points.speed, fall) + points.doubt
    heights = np.where(points.counts, points.places[..., 2], np.inf)
    lowest = heights < heights.min(1, keepdims=True) + AMONG_LOWEST
    flags, loose = np.zeros_like(lowest), np.ones((len(lowest), 1))
    for looser in LOOSER:
        loose[held & ~flags.any(1)] = looser
        still = lowest & (points.speed < loose * limit)
        floor = find_floor(points.places, still, points.known, held, (below, beyond), low=LOW, fall=fall)
        score = evidence(floor.above, points.speed, low=loose * LOW, still=loose * limit)
        score = np.where(points.counts, score, AGAINST)
        is_best = score >= score.max(1, keepdims=True) - ALIKE
        flags = likeliest(score, fall, CHANGE / np.where(is_best, loose, 1.0))
    off = floor.levels / np.where(floor.levels < 0, below, beyond)
    return flags, likelihood(score) * np.exp(-(off**2) / 2) / loose, floor
