"""What a capture shows of its contacts."""

from dataclasses import replace

import numpy as np

from ..analysis.contact_guess.guess import guess_contacts
from ..job.drawn_contacts import as_it_stands
from ..job.drawn_motion import DrawnMotion
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
    flags = guess_contacts(character, bare.position, bare.turn, motion.step).touching
    drawn = DrawnMotion(motion.step, bare.position, bare.turn)
    level = float(np.median(bare.contact_points[flags][:, 2])) if flags.any() else 0.0
    return posed(
        as_it_stands(character, drawn, flags, level), q, flags, motion.step, world=World(ground_height=level)
    )
