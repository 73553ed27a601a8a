"""How deep contacts and bodies are inside the solids that surfaces bound: boxes, bodies with plates, half spaces."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags
from ..job.solids import SolidBox, solid_boxes
from ..job.surfaces import HalfSpace
from ..motion.world_motion import WorldMotion
from ..sentence import Moment
from .trees import rooted_trees
from .violation import Kind, Place, Violation

ALLOWED = 0.005  # m, up to which a motion counts as outside
BETWEEN = 4  # parts of each step at which contacts are examined
AROUND = 60  # points around the deepest known one of an ellipsoid
ZOOMS = 12  # how often their distance is halved
LEVEL = 0.01  # m between the top of a box and another surface that continues it
GRIP = 0.02  # m from a box to a fixed point by which a body holds on to it


@dataclass(frozen=True, eq=False)
class Depths:
    """Depths in one solid.

    Attributes:
        solid: its name.
        contacts: (N, C) of each contact from this frame to the next [m]; negative or -inf outside.
        bodies: (N, B) of each body's deepest point [m]; -inf for a body whose contacts stand for it.
    """

    solid: str
    contacts: Array
    bodies: Array

    @property
    def deepest(self) -> float:
        """Of all [m], or 0."""
        return max(0.0, float(self.contacts.max(initial=0.0)), float(self.bodies.max(initial=0.0)))


def solid_depths(motion: WorldMotion) -> tuple[Depths, ...]:
    """Depths in every solid.

    A body with a contact on a solid, or on a surface that continues its top, is represented by its contacts, from the
    frame before to the one after. Bodies that hold on to a solid may be inside, and a solid that a body carries does
    not concern bodies of the same tree that never touch it.
    """
    boxes = solid_boxes(motion.world.surfaces, motion.character)
    found = [_in_box(box, motion) for box in boxes]
    for k, surface in enumerate(motion.world.surfaces):
        if isinstance(surface, HalfSpace):
            found.append(_in_half_space(k + 1, surface.name, motion))
    return tuple(found)


def inside_solids(motion: WorldMotion) -> float:
    """Depth [m] of the deepest contact or body in any solid, or 0."""
    return max((depths.deepest for depths in solid_depths(motion)), default=0.0)


def solid_violations(motion: WorldMotion, soft: Array) -> tuple[Violation, ...]:
    """One for each contact or body that is deeper than ALLOWED in a solid, the deepest first.

    Args:
        motion: to judge.
        soft: (C,) depth to which each contact and its body may sink in [m].
    """
    character, found = motion.character, []
    names = [(contact.name, contact.body) for contact in character.contacts]
    names += [(body.name, body.name) for body in character.bodies]
    allowed = np.concatenate([soft, np.zeros(len(character.bodies))]) + ALLOWED
    for (_, body), depth in zip(names, soft, strict=False):
        own = len(soft) + character.body_index(body)
        allowed[own] = max(allowed[own], ALLOWED + depth)
    for depths in solid_depths(motion):
        values = np.concatenate([depths.contacts, depths.bodies], axis=1)
        for k in np.flatnonzero((values > allowed).any(0)):
            (name, body), at = names[k], int(values[:, k].argmax())
            place = Place(Moment(at, at * motion.step), body)
            frames = tuple(np.flatnonzero(values[:, k] > allowed[k]).tolist())
            depth, subject = float(values[at, k]), (name, depths.solid)
            found.append(Violation(Kind.INSIDE_SOLID, subject, depth, "m", place, frames=frames))
    return tuple(sorted(found, key=lambda violation: -violation.amount))


def _in_box(box: SolidBox, motion: WorldMotion) -> Depths:
    """Depths in a box: half its extent less the distance from its middle, along the axis where that is least."""
    character = motion.character
    centre, axes = box.centre[None], box.axes[None]
    concerned = np.ones(len(character.bodies), bool)
    carriers = np.array([character.body_index(contact.body) for contact in character.contacts], np.intp)
    touches = motion.touching & (motion.contact_surface == box.surface)
    if box.carrier >= 0:
        turn = motion.turn[:, box.carrier]
        arm = box.centre - np.array(character.bodies[box.carrier].position)
        centre, axes = motion.position[:, box.carrier] + turn @ arm, turn @ box.axes
        for tree in rooted_trees(character):
            concerned[tree.bodies] = box.carrier not in tree.bodies
        concerned[carriers[touches.any(0)]] = True
        concerned[box.carrier] = False
    held = _holding(box, motion)
    rests = touches | (motion.touching & _continuing(box, motion)[motion.contact_surface])
    stood_for = held.copy()
    for c, body in enumerate(carriers):
        stood_for[:, body] |= rests[:, c]
    seen = (motion.carried_contacts() - centre[:, None]) @ axes
    contacts = _along_steps(box.half - np.abs(_between(seen, motion)))
    contacts[~concerned[carriers] | held[:, carriers]] = -np.inf
    middle = (motion.position - centre[:, None]) @ axes
    radii = np.array([body.diameters for body in character.bodies]) / 2
    near = (np.abs(middle) - box.half).max(-1) < radii.max(1)
    near &= concerned & ~_around(stood_for, motion)
    t, b = np.nonzero(near)
    own = np.swapaxes(np.broadcast_to(axes, (motion.n_frames, 3, 3))[t], 1, 2) @ motion.rotation[t, b]
    bodies = np.full(near.shape, -np.inf)
    bodies[t, b] = _deepest_points(middle[t, b], own * radii[b][:, None], box.half)
    return Depths(box.name, contacts, bodies)


def _deepest_points(middle: Array, arms: Array, half: Array) -> Array:
    """(K,) depth in a box at the origin of the deepest point of ellipsoids, found by a search from coarse to fine.

    Args:
        middle: (K, 3) their centers.
        arms: (K, 3, 3) columns: their semi-axes.
        half: (3,) half extents of the box.
    """
    rng = np.random.default_rng(0)
    around = rng.normal(size=(AROUND, 3))
    around *= (rng.uniform(size=AROUND) ** (1 / 3) / np.linalg.norm(around, axis=1))[:, None]
    best, depth = np.zeros_like(middle), (half - np.abs(middle)).min(1)
    for zoom in range(ZOOMS):
        tried = best[:, None] + around * 0.5 ** max(0, zoom - 1)
        tried /= np.maximum(1.0, np.linalg.norm(tried, axis=-1, keepdims=True))
        points = middle[:, None] + tried @ arms.swapaxes(1, 2)
        found = (half - np.abs(points)).min(-1)
        k = found.argmax(1)
        rows = np.arange(len(k))
        is_deeper = found[rows, k] > depth
        best[is_deeper], depth[is_deeper] = tried[rows, k][is_deeper], found[rows, k][is_deeper]
    return depth


def _in_half_space(surface: int, name: str, motion: WorldMotion) -> Depths:
    plane, character = motion.planes[surface], motion.character
    contacts = plane.height - motion.carried_contacts() @ plane.normal
    along = np.einsum("tbji,j->tbi", motion.rotation, plane.normal)
    radii = np.array([body.diameters for body in character.bodies]) / 2
    reach = np.linalg.norm(along * radii, axis=-1)  # from the center to its deepest point
    bodies = plane.height + reach - motion.position @ plane.normal
    touches = motion.touching & (motion.contact_surface == surface)
    stood_for = np.zeros(bodies.shape, bool)
    for c, contact in enumerate(character.contacts):
        stood_for[:, character.body_index(contact.body)] |= touches[:, c]
    bodies[_around(stood_for, motion)] = -np.inf
    return Depths(name, contacts, bodies)


def _between(points: Array, motion: WorldMotion) -> Array:
    """(BETWEEN, N, C, 3) points (N, C, 3) and those on the straight ways to the next frame, if there is one."""
    after = np.concatenate([points[1:], points[-1:]])
    if motion.cycle is not None and not any(motion.cycle.translation) and not motion.cycle.yaw:
        after[-1] = points[0]
    shares = np.arange(BETWEEN)[:, None, None, None] / BETWEEN
    return np.asarray(points + shares * (after - points))


def _along_steps(depths: Array) -> Array:
    """(N, C) largest over a step of the least over the axes, of (BETWEEN, N, C, 3)."""
    return np.asarray(depths.min(-1).max(0))


def _continuing(box: SolidBox, motion: WorldMotion) -> Flags:
    """(S + 1,) whether each fixed surface continues the top of a fixed box."""
    top = box.centre + box.half[2] * box.axes[:, 2]
    flags = [
        box.carrier < 0
        and float(plane.normal @ box.axes[:, 2]) > 1 - 1e-6
        and abs(plane.height - float(plane.normal @ top)) < LEVEL
        for plane in motion.planes
    ]
    return np.array(flags)


def _holding(box: SolidBox, motion: WorldMotion) -> Flags:
    """(N, B) whether each body holds on to the box or to the body that carries it."""
    character = motion.character
    found = np.zeros((motion.n_frames, len(character.bodies)), bool)
    for k, hold in enumerate(motion.world.holds):
        ends = [character.body_index(name) for name in (hold.body_a, hold.body_b) if name]
        if len(ends) == 2:
            is_at_box = box.carrier in ends
        else:
            away = np.abs((np.array(hold.point_b) - box.centre) @ box.axes)
            is_at_box = box.carrier < 0 and bool((away < box.half + GRIP).all())
        if is_at_box:
            found[:, ends] |= motion.holding[:, [k]]
    return _around(found, motion)


def _around(flags: Flags, motion: WorldMotion) -> Flags:
    """Flags (N, K) and those of the frames before and after."""
    before, after = np.roll(flags, 1, 0), np.roll(flags, -1, 0)
    if motion.cycle is None:
        before[0], after[-1] = False, False
    return np.asarray(flags | before | after)
