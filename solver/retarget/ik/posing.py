"""A pose while it is being found: joints and rotations of all bodies, filled from the root outward."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
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
        n_bodies = len(creature.parent)
        posing = cls(
            creature,
            np.broadcast_to(creature.joint, (len(position), n_bodies, 3)).copy(),
            np.broadcast_to(np.eye(3), (len(position), n_bodies, 3, 3)).copy(),
        )
        posing.joint[:, creature.root] = position
        posing.turn[:, creature.root] = turn
        return posing

    def carried(self, body: int, point: Array) -> Array:
        """(F, 3) where a point of a posed body (3,), given at rest, is."""
        moved: Array = self.joint[:, body] + self.turn[:, body] @ (point - self.creature.joint[body])
        return moved

    def attach(self, body: int) -> None:
        """Moves a body's joint to where its parent carries it."""
        self.joint[:, body] = self.carried(int(self.creature.parent[body]), self.creature.joint[body])

    def follow(self, body: int) -> None:
        """Poses a body rigidly with its parent."""
        self.attach(body)
        self.turn[:, body] = self.turn[:, int(self.creature.parent[body])]

    @property
    def center(self) -> Array:
        """(F, B, 3) centers of mass [m]."""
        arm = self.creature.center - self.creature.joint
        found: Array = self.joint + (self.turn @ arm[..., None])[..., 0]
        return found

    @property
    def handle(self) -> Array:
        """(F, B, 3) handles [m]."""
        arm = self.creature.handle - self.creature.joint
        found: Array = self.joint + (self.turn @ arm[..., None])[..., 0]
        return found
