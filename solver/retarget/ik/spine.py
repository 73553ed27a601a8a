"""The spine phase: the trunk bends so that limbs can reach their goals (Hecker 2008, section 4.3.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from ...arrays import Array, Indices
from .aims import Aim
from .lengths import FIXED, LengthConstraint, LengthLevel, enforced, levels_of
from .plan import PLANS, Plan
from .posing import Posing
from .spine_spline import SpineSplines
from .twist import least_twist

SPINE_GIVE = 0.1  # of its length, by which a spine may shorten while it is solved
LIMB_SHORTEST = 0.1  # of its length, to which a simplified limb may bend
GOAL_MASS = 8.0
BUCKLED, FOLDED = 1.6, 2.4  # rad between neighboring segments: begins to count as buckled, and is


def pose_spine(plan: Plan, posing: Posing, aims: Mapping[int, Aim]) -> None:
    """Poses all bodies of the spine but the root, which is given."""
    spine = _spine(plan)
    root = plan.creature.root
    posing.turn[:, plan.creature.spine[1:]] = posing.turn[:, root, None]
    if len(plan.spine_points) > 1:
        places = spine.solved(posing, aims)
        points = list(plan.spine_points)
        posing.joint[:, points[1:]] = places[:, 1:]
        posing.turn[:, points[1:]] = spine.turns(posing.turn[:, root], places)
        for b in points[1:]:
            if b in plan.turned:
                posing.turn[:, b] = aims[b].turn
        spine.splines.turn(posing)
    still, above = spine.riders
    posing.turn[:, still] = posing.turn[:, above]
    for bodies in plan.spine_levels:
        posing.attach(bodies)


@dataclass(frozen=True, eq=False)
class _Spine:
    """Particles of the spine's points, the root first, then of the goals of simplified limbs.

    Attributes:
        plan: whose spine it is.
    """

    plan: Plan

    @cached_property
    def index(self) -> dict[int, int]:
        """Particle of each point's body."""
        return {b: k for k, b in enumerate(self.plan.spine_points)}

    @cached_property
    def before(self) -> Indices:
        """(S,) particle before each point; the root's own."""
        parents = [self.index[self.plan.spine_parent[b]] for b in self.plan.spine_points[1:]]
        return np.array([0, *parents], np.intp)

    @cached_property
    def arms(self) -> Array:
        """(S, 3) points from the root's joint at rest [m]."""
        joint = self.plan.creature.joint
        found: Array = joint[list(self.plan.spine_points)] - joint[self.plan.creature.root]
        return found

    @cached_property
    def segment(self) -> Array:
        """(S,) distances of the points from those before them [m]."""
        found: Array = np.linalg.norm(self.arms - self.arms[self.before], axis=1)
        return found

    @cached_property
    def limbs(self) -> tuple[tuple[int, int], ...]:
        """Placed bodies outside of the spine's points, and the particle that each hangs on."""
        found = []
        for b in sorted(self.plan.placed - set(self.index)):
            base = b
            while base not in self.index:
                base = int(self.plan.creature.parent[base])
            found.append((b, self.index[base]))
        return tuple(found)

    @cached_property
    def levels(self) -> tuple[LengthLevel, ...]:
        """Constraints of two copies of the particles, the second with the limbs in opposite order.

        The mean of both pulls symmetric creatures straight ahead.
        """
        n, count = len(self.index), len(self.index) + len(self.limbs)
        lengths = [
            LengthConstraint(
                int(a), k, float(chord), (1 - SPINE_GIVE) * float(chord), FIXED if a == 0 else 1.0
            )
            for k, (a, chord) in enumerate(zip(self.before, self.segment, strict=True))
            if k
        ]
        limbs = []
        creature, points = self.plan.creature, self.plan.spine_points
        for k, (b, base) in enumerate(self.limbs):
            chord = max(float(np.linalg.norm(creature.handle[b] - creature.joint[points[base]])), 1e-9)
            mass = FIXED if base == 0 else 1.0
            limbs.append(LengthConstraint(base, n + k, chord, LIMB_SHORTEST * chord, mass, GOAL_MASS))
        orders = ((0, limbs), (count, limbs[::-1]))
        return levels_of(
            [
                LengthConstraint(c.a + shift, c.b + shift, c.length, c.shortest, c.mass_a, c.mass_b)
                for shift, order in orders
                for c in (*order, *reversed(lengths))
            ]
        )

    @cached_property
    def splines(self) -> SpineSplines:
        """For the bodies between the points."""
        return SpineSplines.of(self.plan)

    @cached_property
    def riders(self) -> tuple[Indices, Indices]:
        """Bodies that follow others rigidly, and these."""
        spine, free = self.plan.creature.spine[1:], self.plan.moved | set(self.index)
        return self.plan.riders(spine, still=frozenset(spine) - free)

    def solved(self, posing: Posing, aims: Mapping[int, Aim]) -> Array:
        """(F, S, 3) the spine's points."""
        n, root = len(self.index), self.plan.creature.root
        straight = posing.joint[:, root, None] + self.arms @ np.swapaxes(posing.turn[:, root], 1, 2)
        begun = np.empty((len(straight), n + len(self.limbs), 3))
        begun[:, :n] = straight
        for b, k in self.index.items():
            if b in self.plan.placed:
                aim = aims[b]
                begun[:, k] = aim.place if aim.joint is None else aim.joint
        for k, (b, _) in enumerate(self.limbs):
            begun[:, n + k] = aims[b].place
        both = enforced(np.concatenate([begun, begun], axis=1), self.levels)
        solved = (both[:, :n] + both[:, n + len(self.limbs) :][:, :n]) / 2
        share = self._buckled(solved)
        blended = solved + share[:, None, None] * (straight - solved)
        found = np.empty_like(blended)
        found[:, 0] = blended[:, 0]
        way = blended - blended[:, self.before]
        size = np.sqrt((way * way).sum(axis=2))
        rigid = (self.segment / np.maximum(size, 1e-12))[..., None] * way  # rigid bodies do not stretch
        for k in range(1, n):
            found[:, k] = found[:, self.before[k]] + rigid[:, k]
        return found

    def _buckled(self, solved: Array) -> Array:
        """(F,) from 0 to 1: how far the spine has folded over onto itself."""
        inner = np.flatnonzero(self.before)
        if not len(inner):
            return np.zeros(len(solved))
        way = solved - solved[:, self.before]
        size = np.sqrt((way * way).sum(axis=2))
        cosine = (way[:, inner] * way[:, self.before[inner]]).sum(axis=2)
        whole = np.maximum(size[:, inner] * size[:, self.before[inner]], 1e-12)
        worst = np.arccos(np.clip(cosine / whole, -1, 1)).max(axis=1)
        share = np.clip((worst - BUCKLED) / (FOLDED - BUCKLED), 0, 1)
        smooth: Array = share * share * (3 - 2 * share)
        return smooth

    def turns(self, root: Array, places: Array) -> Array:
        """(F, S - 1, 3, 3) since rest of the points: least twist between tangents at rest and posed.

        Args:
            root: (F, 3, 3) of the root since rest.
            places: (F, S, 3) of the points [m].
        """
        first = (root @ self._first)[:, None]
        at_rest = self._rest_tangents[0] @ np.swapaxes(root, 1, 2)
        twist = least_twist(at_rest[:, 1:], self._tangents(places, first)[:, 1:])
        found: Array = twist @ root[:, None]
        return found

    @cached_property
    def _first(self) -> Array:
        """(3,) tangent at the root, at rest."""
        found: Array = np.mean([self.arms[k] for k in self._after[0]], axis=0)
        return found

    @cached_property
    def _after(self) -> list[list[int]]:
        return [[k for k in range(1, len(self.index)) if self.before[k] == a] for a in range(len(self.index))]

    @cached_property
    def _rest_tangents(self) -> Array:
        return self._tangents(self.arms[None], self._first[None, None])

    def _tangents(self, points: Array, first: Array) -> Array:
        """Tangents (F, S, 3) at the points (F, S, 3), of which the first (F, 1, 3) is given."""
        tangents = np.empty_like(points)
        tangents[:, 0] = first[:, 0]
        for k in range(1, len(self.index)):
            if after := self._after[k]:
                ahead = points[:, after[0]] if len(after) == 1 else points[:, after].mean(axis=1)
                tangents[:, k] = (ahead - points[:, self.before[k]]) / 2
        for k in range(1, len(self.index)):  # the end of a natural cubic spline
            if not self._after[k]:
                a = self.before[k]
                tangents[:, k] = 1.5 * (points[:, k] - points[:, a]) - tangents[:, a] / 2
        return tangents


@lru_cache(PLANS)
def _spine(plan: Plan) -> _Spine:
    return _Spine(plan)
