"""What inverse kinematics moves on a creature: it depends on the bodies that have goals but not on the goals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from ...arrays import Array, Indices
from ...mechanics.tree import tree_of
from ..creature import Creature
from ..goals import Goal
from .bent_rest import bent_rest

PLANS = 256  # that are kept, so that a frame by itself costs little


@dataclass(frozen=True, eq=False)
class Plan:
    """Bodies that "have IK": those with goals and all that carry them (Hecker 2008, section 4.3.1).

    Attributes:
        creature: that moves.
        placed: bodies but the root with goals of position.
        turned: bodies but the root with goals of rotation.
    """

    creature: Creature
    placed: frozenset[int]
    turned: frozenset[int]

    @classmethod
    def of(cls, creature: Creature, goals: Sequence[Goal]) -> "Plan":
        """For goals, whatever their values; the same object for the same bodies."""
        others = [goal for goal in goals if goal.body != creature.root]
        return _plan(
            creature,
            frozenset(goal.body for goal in others if goal.position is not None),
            frozenset(goal.body for goal in others if goal.turn is not None),
        )

    @cached_property
    def moved(self) -> frozenset[int]:
        """Bodies with IK."""
        found = {self.creature.root}
        for b in self.placed | self.turned:
            while b >= 0 and b not in found:
                found.add(b)
                b = int(self.creature.parent[b])
        return frozenset(found)

    @cached_property
    def children(self) -> dict[int, tuple[int, ...]]:
        """Children with IK of every body with IK."""
        found: dict[int, list[int]] = {b: [] for b in self.moved}
        for c in self.creature.bodies:
            if c in self.moved and c != self.creature.root:
                found[int(self.creature.parent[c])].append(c)
        return {b: tuple(children) for b, children in found.items()}

    @cached_property
    def spine_points(self) -> tuple[int, ...]:
        """Bodies of the spine with a particle, the root first: branch points and those with goals."""
        spine, found = set(self.creature.spine), []
        for b in self.creature.spine:
            if b == self.creature.root:
                found.append(b)
            elif b in self.moved:
                limbs = [c for c in self.children[b] if c not in spine]
                inner = [c for c in self.children[b] if c in spine]
                if limbs or len(inner) != 1 or b in self.placed | self.turned:
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

    def below(self, body: int) -> list[int]:
        """Bodies with IK of a body's sub-tree, itself first, parents before children."""
        found = [body]
        for b in found:
            found.extend(self.children[b])
        return found

    @cached_property
    def spine_levels(self) -> tuple[Indices, ...]:
        """Bodies of the spine but the root, by the number of bodies that carry them."""
        return self._levels(self.creature.spine[1:])

    @cached_property
    def limb_levels(self) -> tuple[Indices, ...]:
        """All other bodies, by the number of bodies that carry them."""
        spine = set(self.creature.spine)
        return self._levels([b for b in self.creature.bodies if b not in spine])

    def _levels(self, bodies: Sequence[int]) -> tuple[Indices, ...]:
        depth: dict[int, int] = {}
        for b in self.creature.bodies:  # parents first
            depth[b] = depth.get(int(self.creature.parent[b]), -1) + 1
        own = sorted({depth[b] for b in bodies})
        return tuple(np.array([b for b in bodies if depth[b] == k], np.intp) for k in own)

    def riders(self, bodies: Sequence[int], *, still: frozenset[int]) -> tuple[Indices, Indices]:
        """Those of some bodies that are still relative to their parents, and the first body above each that is not."""
        found, above = [b for b in bodies if b in still], []
        for b in found:
            while b in still:
                b = int(self.creature.parent[b])
            above.append(b)
        return np.array(found, np.intp), np.array(above, np.intp)


@lru_cache(PLANS)
def _plan(creature: Creature, placed: frozenset[int], turned: frozenset[int]) -> Plan:
    return Plan(creature, placed, turned)
