"""Contacts of a capture."""

from dataclasses import replace

import numpy as np

from ..analysis.contact_guess.guess import guess_contacts
from ..job.drawn_contacts import with_standing_contacts
from ..job.drawn_motion import DrawnMotion
from ..motion.motion import Motion
from ..motion.world import World
from ..motion.world_motion import WorldMotion
from .posed import posed


def observed(motion: Motion) -> WorldMotion:
    """An open motion within its character's joints, with guessed contacts and the ground at their height.

    Because a fitted character's soles rarely match the capture, each contact moves to the position of the ground on its
    body while it stands.
    """
    character, q = motion.character, replace(motion, heading=()).coordinates
    bare = posed(character, q, np.zeros((len(q), len(character.contacts)), bool), motion.step)
    flags = guess_contacts(character, bare.position, bare.turn, motion.step).touching
    drawn = DrawnMotion(motion.step, bare.position, bare.turn)
    level = float(np.median(bare.contact_points[flags][:, 2])) if flags.any() else 0.0
    return posed(
        with_standing_contacts(character, drawn, flags, level),
        q,
        flags,
        motion.step,
        world=World(ground_height=level),
    )
