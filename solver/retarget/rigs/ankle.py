"""The ankle of a leg, whose place and height mean the same on plantigrade feet, paws, and legs that end in a point."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Indices
from ..creature import Creature
from ..limb import CreatureLimb
from .bend import segments

LOW = 0.35  # leg lengths: a body that stands is a foot if its joint is lower, or else a shin


@dataclass(frozen=True, eq=False)
class Ankle:
    """Where a leg ends and its foot begins.

    Attributes:
        contacts: (K,) indices of the contacts of the leg.
        foot: index of the foot within the bodies of the limb; its number of bodies without one.
        body: that carries the point.
        point: (3,) at rest, creature frame [m].
        length: of the leg above it, straightened [m].
    """

    contacts: Indices
    foot: int
    body: int
    point: Array
    length: float

    @classmethod
    def of(cls, creature: Creature, limb: CreatureLimb) -> "Ankle | None":
        """Of a limb; None if it has no contacts."""
        character = creature.character
        bodies = [character.body_index(contact.body) for contact in character.contacts]
        contacts = np.array([c for c, b in enumerate(bodies) if b in limb.bodies], np.intp)
        if not len(contacts):
            return None
        points = creature.inside(np.array([character.contacts[c].point for c in contacts]))
        first = min(limb.bodies.index(bodies[c]) for c in contacts)
        lengths = np.linalg.norm(segments(creature, limb), axis=1)
        height = float(creature.joint[limb.bodies[first], 2])
        if first > 0 and height < LOW * (float(lengths[:first].sum()) + height):
            body = limb.bodies[first]
            return cls(contacts, first, body, creature.joint[body], float(lengths[:first].sum()))
        middle: Array = points.mean(axis=0)
        below = float(np.linalg.norm(middle - creature.joint[limb.bodies[first]]))
        length = float(lengths[:first].sum()) + below
        return cls(contacts, len(limb.bodies), limb.bodies[first], middle, length)
