"""Where contacts are on a body that is drawn to stand: soles of a capture are seldom where a fitted foot has them."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ..arrays import Flags
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
    bodies = [character.body_index(contact.body) for contact in character.contacts]
    contacts = []
    for c, (b, contact) in enumerate(zip(bodies, character.contacts, strict=True)):
        stands = touching[:, c]
        if stands.any():
            turn = drawn.turn[stands, b]
            arm = np.array(contact.point) - character.bodies[b].position
            above = drawn.position[stands, b, 2] + turn[:, 2] @ arm - ground
            moved = np.median(above[:, None] * turn[:, 2], axis=0)  # the world's up, as the body sees it
            if np.linalg.norm(moved) <= FARTHEST * character.hip_height:
                x, y, z = (np.array(contact.point) - moved).tolist()
                contact = replace(contact, point=(x, y, z))
        contacts.append(contact)
    return replace(character, contacts=tuple(contacts))


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
