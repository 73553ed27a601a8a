"""What a capture shows of its contacts."""

from dataclasses import replace

import numpy as np

from ..analysis.contact_guess import touching
from ..arrays import Flags
from ..character import Character
from ..motion.motion import Motion
from ..motion.world import World
from ..motion.world_motion import WorldMotion
from .posed import posed


def observed(motion: Motion) -> WorldMotion:
    """An open motion as its character's joints can pose it, with the contacts that are seen, on the ground they show.

    A fitted character's soles need not be where the capture stands: each contact goes to where on its body the ground
    is while it stands.
    """
    character, q = motion.character, replace(motion, heading=()).coordinates
    bare = posed(character, q, np.zeros((len(q), len(character.contacts)), bool), motion.step)
    mass = np.array([body.mass for body in character.bodies])
    height = bare.position[..., 2] @ mass / mass.sum()
    flags = touching(bare.contact_points, height, motion.step, size=character.hip_height).flags
    level = float(np.median(bare.contact_points[flags][:, 2])) if flags.any() else 0.0
    return posed(
        _standing(character, bare, flags, level), q, flags, motion.step, world=World(ground_height=level)
    )


def _standing(character: Character, motion: WorldMotion, flags: Flags, level: float) -> Character:
    """The character with contacts that are at a level [m] when they stand, in the median of these frames."""
    contacts = []
    for c, contact in enumerate(character.contacts):
        stands = flags[:, c]
        if stands.any():
            above = motion.contact_points[stands, c, 2] - level
            up = motion.turn[stands, character.body_index(contact.body), 2]  # as the body sees it
            x, y, z = (np.array(contact.point) - np.median(above[:, None] * up, axis=0)).tolist()
            contact = replace(contact, point=(x, y, z))
        contacts.append(contact)
    return replace(character, contacts=tuple(contacts))
