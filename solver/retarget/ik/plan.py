"""What inverse kinematics moves on a creature, which depends on the bodies that have goals but not on the goals."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...arrays import Array, Indices
from ...mechanics.tree import tree_of
from ..creature import Creature
from .bent_rest import bent_rest


@dataclass(frozen=True, eq=False)
class Plan:
    """Bodies that "have IK": those with goals and all that carry them (Hecker 2008, section 4.3.1).

    Attributes:
        creature: that moves.
        goal_bodies: bodies with goals.
    """

    creature: Creature
    goal_bodies: frozenset[int]

    @classmethod
    def of(cls, creature: Creature, bodies: Iterable[int]) -> "Plan":
        """For bodies with goals."""
        return cls(creature, frozenset(bodies))

    @cached_property
    def moved(self) -> frozenset[int]:
        """Bodies with IK."""
        found = {self.creature.root}
        for b in self.goal_bodies:
            while b >= 0 and b not in found:
                found.add(b)
                b = int(self.creature.parent[b])
        return frozenset(found)

    @cached_property
    def children(self) -> dict[int, tuple[int, ...]]:
        """Children with IK of every body with IK."""
        return {
            b: tuple(c for c in self.creature.bodies if c in self.moved and self.creature.parent[c] == b)
            for b in self.creature.bodies
            if b in self.moved
        }

    @cached_property
    def spine_points(self) -> tuple[int, ...]:
        """Bodies of the spine with a particle, the root first: branch points and those with goals."""
        spine = set(self.creature.spine)
        found = []
        for b in self.creature.spine:
            if b == self.creature.root:
                found.append(b)
            elif b in self.moved:
                limbs = [c for c in self.children[b] if c not in spine]
                inner = [c for c in self.children[b] if c in spine]
                if limbs or len(inner) != 1 or b in self.goal_bodies:
                    found.append(b)
        return tuple(found)

    @cached_property
    def spine_parent(self) -> dict[int, int]:
        """The particle before each one of the spine."""
        found = {}
        for b in self.spine_points[1:]:
            above = int(self.creature.parent[b])
            while above not in self.spine_points:
                above = int(self.creature.parent[above])
            found[b] = above
        return found

    @cached_property
    def limb_roots(self) -> tuple[int, ...]:
        """First bodies of limbs with IK."""
        spine = set(self.creature.spine)
        return tuple(
            b for b in self.creature.bodies if b in self.moved - spine and self.creature.parent[b] in spine
        )

    @cached_property
    def rest(self) -> tuple[Array, Array]:
        """Joints and handles (B, 3) of a rest pose that shows which way limbs bend."""
        return bent_rest(self.creature)

    @cached_property
    def hinges(self) -> dict[int, Array]:
        """Axis (3,), creature frame, about which bodies with joints of one axis bend; toward the roomier side."""
        tree, axes = tree_of(self.creature.character), self.creature.frame[1]
        found = {}
        for b in self.moved:
            own = np.flatnonzero((tree.body == b) & tree.rotation)
            if len(own) == 1 and tree.parent[b] >= 0:
                sign = 1.0 if tree.upper[own[0]] + tree.lower[own[0]] >= 0 else -1.0
                found[b] = sign * tree.axis[own[0]] @ axes
        return found

    def below(self, body: int) -> Indices:
        """Bodies with IK of a body's sub-tree, itself first, parents before children."""
        found = [body]
        for b in found:
            found.extend(self.children[b])
        return np.array(found)
