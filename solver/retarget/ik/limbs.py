"""The limb phase: limbs reach from the posed spine to their goals (Hecker 2008, section 4.3.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ...arrays import Array, Indices
from ...rotations import cross
from .aims import Aim
from .lengths import enforced
from .limb_particles import LimbParticles, Way
from .plan import PLANS, Plan
from .posing import Posing
from .twist import frame_of, least_twist

COLLINEAR = 0.02  # sine between two children below which they give no frame
NEAR = 1e-9  # m: goals this near to their pivot at rest have no direction
STRAIGHT = 0.05  # sine of a bend below which it has no plane


def pose_limbs(plan: Plan, posing: Posing, aims: Mapping[int, Aim]) -> None:
    """Poses all bodies outside of the spine; those without IK follow their parents rigidly."""
    limbs = _limbs(plan)
    if limbs.particles.owners:
        points = _aimed(limbs.particles, posing, aims)
        limbs.turn(posing, enforced(points, limbs.particles.levels), aims)
    still, above = limbs.riders
    posing.turn[:, still] = posing.turn[:, above]
    for bodies in plan.limb_levels:
        posing.attach(bodies)


def _aimed(particles: LimbParticles, posing: Posing, aims: Mapping[int, Aim]) -> Array:
    """(F, P, 3) limbs at rest, turned and stretched as a whole toward their goals, then every branch toward its own."""
    points = posing.carried(particles.bases, particles.arms)
    wanted = points.copy()
    for body, particle in particles.goals.items():
        aim = aims[body]
        wanted[:, particle] = aim.place if aim.joint is None else aim.joint
    for stage in particles.stages:
        pivot = points[:, stage.pivot]
        before, after = stage.mean @ points - pivot, stage.mean @ wanted - pivot
        size, reach = (np.sqrt((each * each).sum(axis=2)) for each in (before, after))
        if stage.way is None:
            turn = least_twist(before, after)
        else:
            carrier = posing.turn[:, particles.bases[stage.pivot]]
            turn = stage.way.turns(carrier, after) @ np.swapaxes(carrier, 2, 3)
        along = after / np.maximum(reach, 1e-12)[..., None]
        stretch = np.where(size > NEAR, reach / np.maximum(size, NEAR) - 1, 0.0)
        owner = stage.owner
        moved = (turn[:, owner] @ (points[:, stage.moved] - pivot[:, owner])[..., None])[..., 0]
        share = (moved * along[:, owner]).sum(axis=2) * stretch[:, owner]
        points[:, stage.moved] = pivot[:, owner] + moved + share[..., None] * along[:, owner]
    goals = list(particles.goals.values())
    points[:, goals] = wanted[:, goals]
    return points


@dataclass(frozen=True, eq=False)
class _Ways:
    """Bodies whose rotation follows from where one point of theirs is.

    Attributes:
        bodies: (K,).
        bases: (K,) of their limbs.
        start, end: (K,) particles of their joint and of the point.
        rest: (K, 3) the way between at rest [m].
    """

    bodies: Indices
    bases: Indices
    start: Indices
    end: Indices
    rest: Array

    def posed(self, points: Array) -> Array:
        """(F, K, 3) the ways between particles (F, P, 3) [m]."""
        found: Array = points[:, self.end] - points[:, self.start]
        return found


@dataclass(frozen=True, eq=False)
class _Limbs:
    """How rotations follow from particles; the least twist since rest where one direction is known.

    Attributes:
        particles: of the limbs.
        single: bodies with one way.
        ways: by which these turn from rest.
        hinged: indices in ``single`` of those whose child bends about one axis.
        hinge: (H, 3) these axes.
        beyond: ways of these children.
        forked: bodies with two ways that span a frame, by the first and the second.
        riders: bodies that follow others rigidly, and these.
    """

    particles: LimbParticles
    single: _Ways
    ways: Way
    hinged: Indices
    hinge: Array
    beyond: _Ways
    forked: tuple[_Ways, _Ways]
    riders: tuple[Indices, Indices]

    def turn(self, posing: Posing, points: Array, aims: Mapping[int, Aim]) -> None:
        """Turns all limbs to their particles (F, P, 3)."""
        for body in self.particles.joint:
            if (aim := aims.get(body)) is not None and aim.turn is not None:
                posing.turn[:, body] = aim.turn
        if len(self.single.bodies):
            way = self.single.posed(points)
            turn = self.ways.turns(posing.turn[:, self.single.bases], way)
            if len(self.hinged):
                turn[:, self.hinged] = self._along_hinges(
                    way[:, self.hinged], self.beyond.posed(points), turn[:, self.hinged]
                )
            posing.turn[:, self.single.bodies] = turn
        if len(self.forked[0].bodies):
            first, second = self.forked
            back = np.swapaxes(frame_of(first.rest, second.rest), 1, 2)
            posing.turn[:, first.bodies] = frame_of(first.posed(points), second.posed(points)) @ back

    def _along_hinges(self, way: Array, after: Array, turn: Array) -> Array:
        """Rotations (F, H, 3, 3) twisted so that the child's axis is across the bend from ``way`` to ``after``.

        A limb that is nearly straight keeps the least twist, since its bend has no plane.
        """
        normal = cross(way, after)
        size = np.sqrt((normal * normal).sum(axis=2))
        whole = np.sqrt((way * way).sum(axis=2) * (after * after).sum(axis=2))
        share = np.clip((size / np.maximum(whole, 1e-12) - STRAIGHT) / STRAIGHT, 0, 1)[..., None]
        across = normal / np.maximum(size, 1e-12)[..., None]
        axis = (1 - share) * (turn @ self.hinge[..., None])[..., 0] + share * across
        rest = frame_of(self.single.rest[self.hinged], self.hinge)
        return frame_of(way, axis) @ np.swapaxes(rest, 1, 2)


@lru_cache(PLANS)
def _limbs(plan: Plan) -> _Limbs:
    particles, creature = LimbParticles(plan), plan.creature
    ways = {b: _ways(particles, b) for b in particles.joint if b not in plan.turned}
    forked = [b for b, own in ways.items() if len(own) > 1 and _spans(own[0][1], own[1][1])]
    single = [b for b, own in ways.items() if own and b not in forked]
    hinged = {}
    for k, b in enumerate(single):
        children = plan.children[b]
        if len(children) == 1 and children[0] in plan.hinges and (after := _end(particles, children[0])):
            hinged[k] = (children[0], after)
    empty = frozenset(b for b, own in ways.items() if not own)
    outside = frozenset(b for b in creature.bodies if b not in creature.spine) - plan.moved
    limb_bodies = [b for b in creature.bodies if b not in creature.spine]
    hinge = [plan.hinges[child] for child, _ in hinged.values()]
    rest = np.array([ways[b][0][1] for b in single]).reshape(-1, 3)
    return _Limbs(
        particles,
        _table(particles, single, [ways[b][0] for b in single]),
        Way.of(creature, single, rest),
        np.array(list(hinged), np.intp),
        np.array(hinge).reshape(-1, 3),
        _table(particles, [child for child, _ in hinged.values()], [end for _, end in hinged.values()]),
        (
            _table(particles, forked, [ways[b][0] for b in forked]),
            _table(particles, forked, [ways[b][1] for b in forked]),
        ),
        plan.riders(limb_bodies, still=outside | empty),
    )


def _ways(particles: LimbParticles, body: int) -> list[tuple[int, Array]]:
    """Particles that a body leads to, and the ways there at rest, children first."""
    plan, creature = particles.plan, particles.plan.creature
    found = [(particles.joint[c], creature.joint[c] - creature.joint[body]) for c in plan.children[body]]
    if body in particles.handle:
        found.append((particles.handle[body], creature.handle[body] - creature.joint[body]))
    return [(end, rest) for end, rest in found if np.linalg.norm(rest) > 1e-9]


def _end(particles: LimbParticles, body: int) -> tuple[int, Array] | None:
    """The particle at a body's far end, and no way at rest, which a bend does not need."""
    below = particles.plan.children[body]
    end = particles.joint[below[0]] if below else particles.handle.get(body)
    return None if end is None else (end, np.zeros(3))


def _table(particles: LimbParticles, bodies: Sequence[int], ends: Sequence[tuple[int, Array]]) -> _Ways:
    joints = np.array([particles.joint[b] for b in bodies], np.intp)
    return _Ways(
        np.array(bodies, np.intp),
        particles.bases[joints] if len(joints) else joints,
        joints,
        np.array([end for end, _ in ends], np.intp),
        np.array([rest for _, rest in ends]).reshape(-1, 3),
    )


def _spans(a: Array, b: Array) -> bool:
    size = float(np.linalg.norm(a) * np.linalg.norm(b))
    return bool(np.linalg.norm(cross(a, b)) > COLLINEAR * size)
