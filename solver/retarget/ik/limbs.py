"""The limb phase: limbs reach from the posed spine to their goals (Hecker 2008, section 4.3.3)."""

import numpy as np

from ...arrays import Array
from .aims import Aim
from .lengths import FIXED, LengthConstraint, enforced
from .plan import Plan
from .posing import Posing
from .twist import frame_of, least_twist

COLLINEAR = 0.02  # sine between two children below which they give no frame
STRAIGHT = 0.05  # sine of a bend below which it has no plane


def pose_limbs(plan: Plan, posing: Posing, aims: dict[int, Aim]) -> None:
    """Poses all bodies outside of the spine; those without IK follow their parents rigidly."""
    creature = plan.creature
    for root in plan.limb_roots:
        _pose_limb(plan, posing, root, aims)
    for b in creature.bodies:
        if b not in plan.moved and b not in creature.spine:
            posing.follow(b)


def _pose_limb(plan: Plan, posing: Posing, root: int, aims: dict[int, Aim]) -> None:
    limb = _Particles.of(plan, posing, root, aims)
    points = limb.aimed()
    points = enforced(points, limb.lengths)
    _reconstruct(plan, posing, root, aims, limb, points)


class _Particles:
    """Particles of one limb: a joint for every body, and a handle for each end without a goal of rotation."""

    def __init__(self, plan: Plan, posing: Posing, root: int, aims: dict[int, Aim]) -> None:
        self.plan, self.aims, self.root = plan, aims, root
        creature, base = plan.creature, int(plan.creature.parent[root])
        self.bodies = [int(b) for b in plan.below(root)]
        self.index = {b: k for k, b in enumerate(self.bodies)}
        joints, handles = plan.rest
        places = [joints[b] for b in self.bodies]
        self.handle: dict[int, int] = {}
        for b in self.bodies:
            aim = aims.get(b)
            if (aim is not None and aim.place is not None and aim.joint is None) or not plan.children[b]:
                self.handle[b] = len(places)
                places.append(handles[b])
        turn = posing.turn[:, base]
        self.rest = posing.carried(base, creature.joint[root])[:, None] + np.einsum(
            "fij,pj->fpi", turn, np.stack(places) - joints[root]
        )
        self.lengths = self._lengths(np.stack(places))

    @classmethod
    def of(cls, plan: Plan, posing: Posing, root: int, aims: dict[int, Aim]) -> "_Particles":
        return cls(plan, posing, root, aims)

    def _lengths(self, places: Array) -> list[LengthConstraint]:
        found = []
        goal = {k for k, _ in self.goals}
        for b in reversed(self.bodies):
            ends = [self.index[c] for c in self.plan.children[b]]
            ends += [self.handle[b]] if b in self.handle else []
            a = self.index[b]
            pairs = [(a, k) for k in ends] + [(ends[i], ends[j]) for i in range(len(ends)) for j in range(i)]
            for first, second in pairs:
                length = float(np.linalg.norm(places[second] - places[first]))
                if length < 1e-9:
                    continue
                mass_a = FIXED if first == self.index[self.root] else (6.0 if first in goal else 1.0)
                mass_b = FIXED if second == self.index[self.root] else (6.0 if second in goal else 1.0)
                found.append(LengthConstraint(first, second, length, length, mass_a, mass_b))
        return found

    @property
    def goals(self) -> list[tuple[int, Array]]:
        """Particles with a goal, and its position (F, 3)."""
        found = []
        for b in self.bodies:
            aim = self.aims.get(b)
            if aim is None or aim.place is None:
                continue
            particle = self.index[b] if aim.joint is not None else self.handle[b]
            found.append((particle, aim.joint if aim.joint is not None else aim.place))
        return found

    def aimed(self) -> Array:
        """The limb at rest, turned and stretched as a whole toward its goals, then every branch toward its own."""
        points = self.rest.copy()
        self._aim(points, self.root)
        for particle, place in self.goals:
            points[:, particle] = place
        return points

    def _aim(self, points: Array, body: int) -> None:
        below = [int(b) for b in self.plan.below(body)]
        particles = [self.index[b] for b in below] + [self.handle[b] for b in below if b in self.handle]
        goals = [(k, place) for k, place in self.goals if k in particles]
        if not goals:
            return
        pivot = points[:, self.index[body]].copy()
        before = np.mean([points[:, k] for k, _ in goals], axis=0) - pivot
        after = np.mean([place for _, place in goals], axis=0) - pivot
        size = np.linalg.norm(before, axis=1)
        if (size > 1e-9).all():
            turn = least_twist(before, after)
            scale = np.linalg.norm(after, axis=1) / size
            along = after / np.maximum(np.linalg.norm(after, axis=1, keepdims=True), 1e-12)
            moved = np.einsum("fij,fpj->fpi", turn, points[:, particles] - pivot[:, None])
            share = np.einsum("fpi,fi->fp", moved, along)
            moved += ((scale - 1)[:, None] * share)[..., None] * along[:, None]
            points[:, particles] = pivot[:, None] + moved
        branch = body
        while len(self.plan.children[branch]) == 1:
            branch = self.plan.children[branch][0]
        for child in self.plan.children[branch]:
            self._aim(points, child)


def _reconstruct(
    plan: Plan, posing: Posing, root: int, aims: dict[int, Aim], limb: _Particles, points: Array
) -> None:
    """Rotations from particles, outward; the least twist since rest where one direction is known."""
    creature, base = plan.creature, int(plan.creature.parent[root])
    for b in limb.bodies:
        posing.attach(b)
        aim = aims.get(b)
        if aim is not None and aim.turn is not None:
            posing.turn[:, b] = aim.turn
            continue
        here = points[:, limb.index[b]]
        ends = [(points[:, limb.index[c]], creature.joint[c]) for c in plan.children[b]]
        if b in limb.handle:
            ends.append((points[:, limb.handle[b]], creature.handle[b]))
        ways = [(end - here, rest - creature.joint[b]) for end, rest in ends]
        ways = [(way, rest) for way, rest in ways if np.linalg.norm(rest) > 1e-9]
        if not ways:
            posing.turn[:, b] = posing.turn[:, int(creature.parent[b])]
        elif len(ways) > 1 and _spans(ways[0][1], ways[1][1]):
            rest_frame = frame_of(ways[0][1][None], ways[1][1][None])[0]
            posing.turn[:, b] = frame_of(ways[0][0], ways[1][0]) @ rest_frame.T
        else:
            carrier = posing.turn[:, base]
            turn = least_twist(carrier @ ways[0][1], ways[0][0]) @ carrier
            posing.turn[:, b] = _along_hinge(plan, limb, points, b, ways[0], turn)


def _along_hinge(
    plan: Plan, limb: _Particles, points: Array, body: int, way: tuple[Array, Array], turn: Array
) -> Array:
    """The rotation of a body whose child bends about one axis, twisted so that the axis is across the bend.

    A limb that is nearly straight keeps the least twist, since its bend has no plane.
    """
    children = plan.children[body]
    hinge = plan.hinges.get(children[0]) if len(children) == 1 else None
    if hinge is None:
        return turn
    child = children[0]
    below = plan.children[child]
    end = limb.index[below[0]] if below else limb.handle.get(child)
    if end is None:
        return turn
    after = points[:, end] - points[:, limb.index[child]]
    normal = np.cross(way[0], after)
    size = np.linalg.norm(way[0], axis=1) * np.linalg.norm(after, axis=1)
    bend = np.linalg.norm(normal, axis=1) / np.maximum(size, 1e-12)
    share = np.clip((bend - STRAIGHT) / STRAIGHT, 0, 1)[:, None]
    across = normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    axis = (1 - share) * (turn @ hinge) + share * across
    return frame_of(way[0], axis) @ frame_of(way[1][None], hinge[None])[0].T


def _spans(a: Array, b: Array) -> bool:
    size = float(np.linalg.norm(a) * np.linalg.norm(b))
    return bool(np.linalg.norm(np.cross(a, b)) > COLLINEAR * size)
