"""A body as movement modes see it, on its own side or mirrored to the other."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ..creature import Creature

MIRROR = np.diag([1.0, -1.0, 1.0])  # across the sagittal plane


@dataclass(frozen=True, eq=False)
class MovedPart:
    """A body at rest and what its movement is measured by, creature frame.

    Attributes:
        rest: (3,) its handle [m].
        base: (3,) first joint of its limb; its own rest position in the spine [m].
        pointing: (3, 3) axes that mean the same on all creatures, in columns.
        limb_length: from the spine to its handle [m].
        size: (3,) extents of the creature [m].
        target: (F, 3) what it moves relative to, over time [m]; (1, 3) if that stays.
    """

    rest: Array
    base: Array
    pointing: Array
    limb_length: float
    size: Array
    target: Array

    @classmethod
    def of(cls, creature: Creature, body: int, target: Array, *, mirrored: bool = False) -> "MovedPart":
        """A body of a creature; ``mirrored``: its image on the other side."""
        rest, base, pointing = creature.handle[body], creature.base[body], creature.pointing[body]
        if mirrored:
            rest, base, target = MIRROR @ rest, MIRROR @ base, target @ MIRROR
            pointing = MIRROR @ pointing @ MIRROR
        return cls(
            rest, base, pointing, float(creature.limb_length[body]), creature.size, np.atleast_2d(target)
        )
