"""Where contacts are on a body that is drawn to stand: soles of a capture are seldom where a fitted foot has them."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ..arrays import Array, Flags
from ..character import Character
from .drawn_motion import DrawnMotion
from .job import ContactTiming

FARTHEST = 0.15  # hip heights that a contact may be away; what is farther off is not how a foot is made


def as_it_stands(character: Character, drawn: DrawnMotion, touching: Flags, ground: float) -> Character:
    """The character with each contact where on its body the ground is, in the median of the frames in which it stands.

    Args:
        character: that was drawn.
        drawn: its motion.
        touching: (N, C) which contacts stand on the ground.
        ground: its height [m].
    """
    heights, contacts = _heights(character, drawn), []
    for c, contact in enumerate(character.contacts):
        stands = touching[:, c]
        if stands.any():
            up = drawn.turn[stands, character.body_index(contact.body), 2]  # the world's, as the body sees it
            moved = np.median((heights[stands, c] - ground)[:, None] * up, axis=0)
            if np.linalg.norm(moved) <= FARTHEST * character.hip_height:
                x, y, z = (np.array(contact.point) - moved).tolist()
                contact = replace(contact, point=(x, y, z))
        contacts.append(contact)
    return replace(character, contacts=tuple(contacts))


def deepest(character: Character, drawn: DrawnMotion, ground: float) -> Array:
    """(C,) how far each contact goes into the ground at its deepest, as it is drawn; below 0 above the ground [m]."""
    found: Array = ground - _heights(character, drawn).min(0)
    return found


def _heights(character: Character, drawn: DrawnMotion) -> Array:
    """(N, C) of the contacts as they are drawn [m]."""
    bodies = [character.body_index(contact.body) for contact in character.contacts]
    rest = np.array([character.bodies[b].position for b in bodies]).reshape(-1, 3)
    arms = np.array([contact.point for contact in character.contacts]).reshape(-1, 3) - rest
    found: Array = drawn.position[:, bodies, 2] + np.einsum("tcj,cj->tc", drawn.turn[:, bodies, 2], arms)
    return found


def standing_frames(character: Character, timings: Iterable[ContactTiming], count: int) -> Flags:
    """(N, C) at which frames of an open motion each contact stands on the ground, and not on something else."""
    flags = np.zeros((count, len(character.contacts)), bool)
    number = {contact.name: c for c, contact in enumerate(character.contacts)}
    for timing in timings:
        if not timing.surface:
            for start, duration in timing.phases:
                first, last = (round(at * (count - 1)) for at in (start, start + duration))
                flags[first : last + 1, number[timing.contact]] = True
    return flags
