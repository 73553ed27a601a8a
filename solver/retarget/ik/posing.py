"""A pose while it is being found: joints and rotations of all bodies, filled from the root outward."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Indices
from ..creature import Creature


@dataclass(frozen=True, eq=False)
class Posing:
    """Joints and rotations of bodies over F frames, creature frame.

    Attributes:
        creature: that is posed.
        joint: (F, B, 3) where bodies are attached [m].
        turn: (F, B, 3, 3) since rest.
    """

    creature: Creature
    joint: Array
    turn: Array

    @classmethod
    def begun(cls, creature: Creature, position: Array, turn: Array) -> "Posing":
        """With only the root posed: its joint, which is its center (F, 3), and its rotation (F, 3, 3)."""
        n_frames, n_bodies = len(position), len(creature.parent)
        posing = cls(creature, np.empty((n_frames, n_bodies, 3)), np.empty((n_frames, n_bodies, 3, 3)))
        posing.joint[:] = creature.joint
        posing.turn[:] = np.eye(3)
        posing.joint[:, creature.root] = position
        posing.turn[:, creature.root] = turn
        return posing

    def carried(self, bodies: int | Indices, arms: Array) -> Array:
        """(F, 3) or (F, K, 3) where points of posed bodies are, given by their rest arms from the bodies' joints."""
        moved: Array = self.joint[:, bodies] + (self.turn[:, bodies] @ arms[..., None])[..., 0]
        return moved

    def attach(self, bodies: Indices) -> None:
        """Moves the joints of bodies (K,) to where their parents, which are posed, carry them."""
        carriers = self.creature.parent[bodies]
        arms = self.creature.joint[bodies] - self.creature.joint[carriers]
        self.joint[:, bodies] = self.carried(carriers, arms)

    @property
    def center(self) -> Array:
        """(F, B, 3) centers of mass [m]."""
        return self.carried(np.arange(len(self.creature.parent)), self.creature.center - self.creature.joint)

    @property
    def handle(self) -> Array:
        """(F, B, 3) handles [m]."""
        return self.carried(np.arange(len(self.creature.parent)), self.creature.handle - self.creature.joint)
