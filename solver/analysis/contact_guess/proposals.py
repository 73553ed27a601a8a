"""Proposes contact points where bodies touch without one: knees, hands, seat, back, and rolling bodies."""

import numpy as np

from ...arrays import Array, Flags
from ...character import Character
from ...stretches import stretches
from .balance import balanced
from .guessed import GuessedContact, guessed_phases
from .points import CandidatePoints
from .turns import in_turn

PART = 0.1  # sizes; parts of a body that are farther apart are separate contacts
BESIDE = 0.35  # sizes; joined bodies that touch within this distance share one point
MOST = 0.5  # of a phase; a neighbor that touches for longer replaces it
SHORTEST = 0.5  # falls; shorter contacts are dropped, unless they are the only support


def propose(
    character: Character,
    turn: Array,
    points: CandidatePoints,
    flags: Flags,
    likely: Array,
    levels: Array,
    middle: Array,
    fall: float,
) -> tuple[GuessedContact, ...]:
    """Points where bodies without contacts touch, the most confident first; joined bodies share one where they meet.

    A rolling body gets successive points, each where the body is lowest during its contact.

    Args:
        character: that moves.
        turn: (N, B, 3, 3) rotations of its bodies from the rest pose, world.
        points: candidates.
        flags: (N, P) whether each touches.
        likely: (N, P) likelihood of contact.
        levels: (P,) height above the ground at which each stands [sizes].
        middle: (N, 3) center of mass, world [sizes].
        fall: [frames].
    """
    kept, left = _shared(character, points, flags, likely)
    least = SHORTEST * fall
    chosen = _lasting(balanced(kept, left, points, likely, middle, least), points.known, least)
    found = [
        _contact(character, turn, points, p, touches, arm, likely[:, p], levels[p])
        for p in np.flatnonzero(~points.known)
        for arm, touches in in_turn(points, p, turn[:, points.body[p]], chosen, middle, fall)
    ]
    return tuple(sorted(found, key=_sureness, reverse=True))


def _shared(
    character: Character, points: CandidatePoints, flags: Flags, likely: Array
) -> tuple[Flags, Flags]:
    """(N, P) contacts without parts of bodies for which a more likely neighbor touches most of the time.

    Second, (N, P) those that were discarded in favor of a neighbor that is not a contact of the character.
    """
    parts = list[tuple[int, Flags]]()
    for p in np.flatnonzero(~points.known):
        parts += [(int(p), each) for each in _parts(points.arms[:, p], flags[:, p], PART)]
    parts.sort(key=lambda part: -float(likely[part[1], part[0]].sum()))
    near, kept = _joined(character), np.where(points.known, flags, False)
    left = np.zeros_like(kept)
    taken = [(int(p), flags[:, p]) for p in np.flatnonzero(points.known)]
    for p, touches in parts:
        own = touches
        for other, theirs in taken:  # the character's contacts come first
            if near[points.body[p], points.body[other]]:
                apart = np.linalg.norm(points.places[:, p] - points.places[:, other], axis=-1)
                touches = _without(touches, theirs & (apart < BESIDE))
                own = touches if points.known[other] else own
        taken.append((p, touches))
        kept[:, p] |= touches
        left[:, p] |= own & ~touches
    return kept, left


def _lasting(flags: Flags, known: Flags, least: float) -> Flags:
    """(N, P) without shorter stretches of unknown points, unless no longer contact covers them."""
    lasts = np.zeros(flags.shape, int)
    brief = []
    for p in range(flags.shape[1]):
        for first, last in stretches(flags[:, p]):
            length = last - first + 1
            lasts[first : last + 1, p] = length
            if length < least and not known[p]:
                brief.append((length, first, last, p))
    for length, first, last, p in sorted(brief):
        if (lasts[first : last + 1] > length).any(1).all():
            lasts[first : last + 1, p] = 0
    return lasts > 0


def _parts(arms: Array, flags: Flags, radius: float) -> list[Flags]:
    """(N,) contacts of each part of a body, which are clusters of its arms (N, 3) at contacts (N,)."""
    middles: list[Array] = []
    of = np.full(len(flags), -1)
    for t in np.flatnonzero(flags):
        away = [float(np.linalg.norm(arms[t] - middle)) for middle in middles]
        if not away or min(away) > radius:
            middles.append(arms[t])
            away.append(0.0)
        of[t] = int(np.argmin(away))
    return [of == k for k in range(len(middles))]


def _joined(character: Character) -> Flags:
    """(B, B) whether two bodies are the same or joined."""
    near = np.eye(len(character.bodies), dtype=bool)
    for joint in character.joints:
        a, b = character.body_index(joint.body_a), character.body_index(joint.body_b)
        near[a, b] = near[b, a] = True
    return near


def _without(flags: Flags, others: Flags) -> Flags:
    """(N,) without stretches that are mostly covered by others."""
    kept = flags.copy()
    for first, last in stretches(flags):
        own = slice(first, last + 1)
        kept[own] = others[own].mean() < MOST
    return kept


def _contact(
    character: Character,
    turn: Array,
    points: CandidatePoints,
    p: int,
    touches: Flags,
    arm: Array,
    likely: Array,
    level: float,
) -> GuessedContact:
    """A point of a body, moved to the ground by its mean orientation during contact."""
    body = character.bodies[points.body[p]]
    up = turn[touches, points.body[p], 2]  # of the world, in the body's frame
    x, y, z = (float(v) for v in body.position + character.hip_height * (arm - level * up.mean(0)))
    return GuessedContact(body.name, (x, y, z), guessed_phases(touches, likely))


def _sureness(contact: GuessedContact) -> float:
    return sum(phase.confidence * phase.duration for phase in contact.phases)
