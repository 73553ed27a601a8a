"""Contact points for bodies that have none where they touch: knees, hands, seat, back."""

import numpy as np

from ...arrays import Array, Flags
from ...character import Character
from .guessed import GuessedContact, guessed_phases
from .phases import stretches
from .points import Points

PATCH = 0.1  # sizes; a body that rolls farther touches with another point
BESIDE = 0.35  # sizes; joined bodies that touch this near to each other share one point
MOST = 0.5  # of a phase; a neighbour that touches for so much of it does so instead
SHORTEST = 0.5  # falls; what is shorter is no support


def propose(
    character: Character, turn: Array, points: Points, flags: Flags, likely: Array, own: Array, fall: float
) -> tuple[GuessedContact, ...]:
    """Points of bodies that touch where no contact is, the surest first; joined bodies share one where they meet.

    Args:
        character: that moves.
        turn: (N, B, 3, 3) rotations of its bodies since the rest pose, world.
        points: that may touch.
        flags: (N, P) whether each touches.
        likely: (N, P) how likely that is.
        own: (P,) height above the ground at which each stands [sizes].
        fall: [frames].
    """
    patches = list[tuple[int, Flags]]()
    for p in np.flatnonzero(~points.known):
        patches += [(int(p), each) for each in _patches(points.arms[:, p], flags[:, p], PATCH)]
    patches.sort(key=lambda patch: -float(likely[patch[1], patch[0]].sum()))
    near = _joined(character)
    taken = [(int(p), flags[:, p]) for p in np.flatnonzero(points.known)]
    found = []
    for p, touches in patches:
        for other, theirs in taken:
            if near[points.body[p], points.body[other]]:
                apart = np.linalg.norm(points.places[:, p] - points.places[:, other], axis=-1)
                touches = _without(touches, theirs & (apart < BESIDE))
        touches = _without(touches, np.zeros_like(touches), SHORTEST * fall)
        if touches.any():
            taken.append((p, touches))
            found.append(_contact(character, turn, points, p, touches, likely[:, p], own[p]))
    return tuple(found)


def _patches(arms: Array, flags: Flags, radius: float) -> list[Flags]:
    """(N,) frames of each part of a body, seen as arms (N, 3), that touches at (N,) frames."""
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
    """(B, B) whether two bodies are one, or joined."""
    near = np.eye(len(character.bodies), dtype=bool)
    for joint in character.joints:
        a, b = character.body_index(joint.body_a), character.body_index(joint.body_b)
        near[a, b] = near[b, a] = True
    return near


def _without(flags: Flags, others: Flags, least: float = 1.0) -> Flags:
    """(N,) without stretches of which others do most, nor those of fewer frames."""
    kept = flags.copy()
    for first, last in stretches(flags):
        own = slice(first, last + 1)
        kept[own] = last - first + 1 >= least and others[own].mean() < MOST
    return kept


def _contact(
    character: Character, turn: Array, points: Points, p: int, touches: Flags, likely: Array, own: float
) -> GuessedContact:
    """The mean of a body's lowest points while it touches, put on the ground."""
    body = character.bodies[points.body[p]]
    up = turn[touches, points.body[p], 2]  # the world's, as the body sees it
    arm = (points.arms[touches, p] - own * up).mean(0)
    x, y, z = (float(v) for v in body.position + character.hip_height * arm)
    return GuessedContact(body.name, (x, y, z), guessed_phases(touches, likely))
