"""Contact points from the frames in which a drawn body stands, because a capture's soles rarely match a fitted foot."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ..arrays import Array, Flags
from ..character import Character
from .drawn_motion import DrawnMotion
from .job import ContactTiming

FARTHEST = 0.15  # hip heights by which a contact may move; larger distances are not the foot's shape


def with_standing_contacts(
    character: Character, drawn: DrawnMotion, touching: Flags, ground: float
) -> Character:
    """The character with each contact moved to the median position of the ground on its body while it stands.

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
            up = drawn.turn[
                stands, character.body_index(contact.body), 2
            ]  # the world's Z axis, in the body's
            moved = np.median((heights[stands, c] - ground)[:, None] * up, axis=0)
            if np.linalg.norm(moved) <= FARTHEST * character.hip_height:
                x, y, z = (np.array(contact.point) - moved).tolist()
                contact = replace(contact, point=(x, y, z))
        contacts.append(contact)
    return replace(character, contacts=tuple(contacts))


def deepest(character: Character, drawn: DrawnMotion, ground: float) -> Array:
    """(C,) largest drawn depth of each contact in the ground [m], negative above it."""
    depths: Array = ground - _heights(character, drawn).min(0)
    return depths


def _heights(character: Character, drawn: DrawnMotion) -> Array:
    """(N, C) drawn heights of the contacts [m]."""
    bodies = [character.body_index(contact.body) for contact in character.contacts]
    rest = np.array([character.bodies[b].position for b in bodies]).reshape(-1, 3)
    arms = np.array([contact.point for contact in character.contacts]).reshape(-1, 3) - rest
    heights: Array = drawn.position[:, bodies, 2] + np.einsum("tcj,cj->tc", drawn.turn[:, bodies, 2], arms)
    return heights


def standing_frames(character: Character, timings: Iterable[ContactTiming], count: int) -> Flags:
    """(N, C) frames of an open motion at which each contact stands on the ground rather than on another surface."""
    flags = np.zeros((count, len(character.contacts)), bool)
    number = {contact.name: c for c, contact in enumerate(character.contacts)}
    for timing in timings:
        if not timing.surface:
            for start, duration in timing.phases:
                first, last = (round(at * (count - 1)) for at in (start, start + duration))
                flags[first : last + 1, number[timing.contact]] = True
    return flags
