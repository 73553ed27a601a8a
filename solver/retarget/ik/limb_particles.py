"""Particles of all limbs at once: a joint for every body, and a handle for each end without a goal of rotation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...arrays import Array, Indices
from ..creature import Creature
from .aims import aside
from .lengths import FIXED, LengthConstraint, LengthLevel, levels_of
from .plan import Plan
from .twist import least_twist

GOAL_MASS = 6.0
NARROW = 0.2  # length of the sum of two directions that are nearly opposite


@dataclass(frozen=True, eq=False)
class AimStage:
    """Sub-trees that are turned and stretched toward their goals at once; none of them is in another.

    Attributes:
        pivot: (K,) particle about which each turns.
        mean: (K, P) weights whose sum of particles is the middle of the goals of each.
        moved: (M,) particles of the sub-trees.
        owner: (M,) index of the sub-tree of each.
        way: by which the directions to the goals turn from those at rest; None: straight.
    """

    pivot: Indices
    mean: Array
    moved: Indices
    owner: Indices
    way: "Way | None"


@dataclass(frozen=True, eq=False)
class Way:
    """Directions by way of which others turn, so that the opposite of a rest direction is no singularity.

    A hanging arm is often raised, but hardly ever reaches backward and inward.

    Attributes:
        middle: (K, 3) directions on the way, as carried by the limb's base at rest.
        start: (K, 3, 3) rotations from the rest directions to these.
    """

    middle: Array
    start: Array

    @classmethod
    def of(cls, creature: Creature, bodies: Sequence[int], rest: Array) -> "Way":
        """Of directions (K, 3) at rest that lead along limbs, for each of which a body is given."""
        size = np.linalg.norm(rest, axis=1, keepdims=True)
        unit = rest / np.maximum(size, 1e-12)
        grasping = [any("grasper" in creature.capabilities[e] for e in _ends(creature, b)) for b in bodies]
        middle = np.where(np.array(grasping, bool)[:, None], unit + aside(creature, bodies), unit)
        middle = np.where(
            np.linalg.norm(middle, axis=1, keepdims=True) > NARROW, middle, aside(creature, bodies)
        )
        return cls(middle, least_twist(unit, middle))

    def turns(self, carrier: Array, after: Array) -> Array:
        """Rotations (F, K, 3, 3) since rest, from the bases' (F, K, 3, 3), that lead to directions (F, K, 3)."""
        found: Array = least_twist((carrier @ self.middle[..., None])[..., 0], after) @ carrier @ self.start
        return found


def _ends(creature: Creature, body: int) -> tuple[int, ...]:
    return tuple(limb.end for limb in creature.limbs if body in limb.bodies)


@dataclass(frozen=True, eq=False)
class LimbParticles:
    """P particles of the limbs with IK.

    Attributes:
        plan: whose limbs they are.
    """

    plan: Plan

    @cached_property
    def owners(self) -> tuple[tuple[int, int, bool], ...]:
        """The limb's root and the body of each particle, and whether it is the body's handle."""
        plan, found = self.plan, []
        for root in plan.limb_roots:
            below = plan.below(root)
            found += [(root, b, False) for b in below]
            found += [
                (root, b, True)
                for b in below
                if (b in plan.placed and b not in plan.turned) or not plan.children[b]
            ]
        return tuple(found)

    @cached_property
    def joint(self) -> dict[int, int]:
        """Particle of each body's joint."""
        return {b: k for k, (_, b, is_handle) in enumerate(self.owners) if not is_handle}

    @cached_property
    def handle(self) -> dict[int, int]:
        """Particle of each handle that has one."""
        return {b: k for k, (_, b, is_handle) in enumerate(self.owners) if is_handle}

    @cached_property
    def goals(self) -> dict[int, int]:
        """Particle with the goal of each placed body: its joint, if its rotation is given, or else its handle."""
        return {
            b: self.joint[b] if b in self.plan.turned else self.handle[b]
            for b in self.joint
            if b in self.plan.placed
        }

    @cached_property
    def places(self) -> Array:
        """(P, 3) in the rest pose with limbs that are bent a little [m]."""
        joints, handles = self.plan.rest
        return np.array([(handles if is_handle else joints)[b] for _, b, is_handle in self.owners])

    @cached_property
    def bases(self) -> Indices:
        """(P,) body of the spine that carries each one's limb."""
        return self.plan.creature.parent[[root for root, _, _ in self.owners]]

    @cached_property
    def arms(self) -> Array:
        """(P, 3) of ``places`` from the joints of these bodies [m]."""
        roots, joint = [root for root, _, _ in self.owners], self.plan.creature.joint
        found: Array = joint[roots] - joint[self.bases] + self.places - self.plan.rest[0][roots]
        return found

    @cached_property
    def levels(self) -> tuple[LengthLevel, ...]:
        """Constraints along bodies and across forks, leaves first."""
        found, roots, goals = [], self.plan.limb_roots, set(self.goals.values())
        for b in reversed(self.joint):
            ends = [self.joint[c] for c in self.plan.children[b]]
            ends += [self.handle[b]] if b in self.handle else []
            pairs = [(self.joint[b], k) for k in ends]
            pairs += [(ends[i], ends[j]) for i in range(len(ends)) for j in range(i)]
            for pair in pairs:
                length = float(np.linalg.norm(self.places[pair[1]] - self.places[pair[0]]))
                masses = [
                    FIXED if self.owners[k][1] in roots and not self.owners[k][2]
                    else GOAL_MASS if k in goals else 1.0
                    for k in pair
                ]  # fmt: skip
                if length > 1e-9:
                    found.append(LengthConstraint(*pair, length, length, *masses))
        return levels_of(found)

    @cached_property
    def stages(self) -> tuple[AimStage, ...]:
        """From whole limbs outward: after a fork, every branch aims at its own goals."""
        stages: list[list[int]] = []
        for root in self.plan.limb_roots:
            for depth, body in self._branches(root):
                stages += [[] for _ in range(depth + 1 - len(stages))]
                stages[depth].append(body)
        return tuple(self._stage(bodies, is_first=k == 0) for k, bodies in enumerate(stages))

    def _branches(self, body: int, depth: int = 0) -> Iterator[tuple[int, int]]:
        if not any(b in self.goals for b in self.plan.below(body)):
            return
        yield depth, body
        while len(self.plan.children[body]) == 1:
            body = self.plan.children[body][0]
        for child in self.plan.children[body]:
            yield from self._branches(child, depth + 1)

    def _stage(self, bodies: list[int], *, is_first: bool) -> AimStage:
        mean = np.zeros((len(bodies), len(self.owners)))
        moved: list[int] = []
        owner: list[int] = []
        for k, body in enumerate(bodies):
            below = self.plan.below(body)
            goals = [self.goals[b] for b in below if b in self.goals]
            mean[k, goals] = 1 / len(goals)
            particles = [each[b] for each in (self.joint, self.handle) for b in below if b in each]
            moved, owner = moved + particles, owner + [k] * len(particles)
        pivots = [self.joint[b] for b in bodies]
        way = None
        if is_first:
            way = Way.of(self.plan.creature, bodies, mean @ self.arms - self.arms[pivots])
        return AimStage(
            np.array(pivots, np.intp), mean, np.array(moved, np.intp), np.array(owner, np.intp), way
        )
