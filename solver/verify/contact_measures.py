"""Measures of contacts: distance from their surfaces, slip, and forces that a surface cannot exert."""

import numpy as np

from ..arrays import Array, Flags
from ..job.surfaces import HalfSpace
from ..motion.world_motion import WorldMotion
from ..rotations import quaternion_inverse, quaternion_product, rotation_vector


def slide(motion: WorldMotion) -> float:
    """Longest path [m] of a touching point of a body along its surface in one stance.

    Only steps in which a contact lasts, or is loaded at both ends, are included, so that swings do not contribute. A
    patch that resists twisting adds the path of its rim, rotation about the normal times radius. On a moving body, the
    path is relative to it, and patches are points.
    """
    contacts = motion.character.contacts
    if not contacts:
        return 0.0
    cycle, carried = motion.cycle, motion.contact_carrier >= 0
    points, lasting = (
        motion.as_touched(motion.carried_contacts()),
        motion.contact_lasting | _loaded_on(motion),
    )
    orientation, surface = motion.orientation, motion.contact_surface
    normal = np.array([plane.normal for plane in motion.planes])[surface]
    if cycle is not None:
        again = np.where(carried[:1, :, None], points[:1], cycle.move_points(points[:1]))
        points = np.concatenate([points, again])
        orientation = np.concatenate([orientation, cycle.move_orientations(orientation[:1])])
    way = np.diff(points, axis=0)
    normal, carried = normal[: len(way)], carried[: len(way)]
    path = np.linalg.norm(way - (way * normal).sum(-1, keepdims=True) * normal, axis=-1)
    spin = rotation_vector(quaternion_product(orientation[1:], quaternion_inverse(orientation[:-1])))
    for c, contact in enumerate(contacts):
        turned = (spin[:, motion.character.body_index(contact.body)] * normal[:, c]).sum(-1)
        path[:, c] += contact.twist_radius * np.abs(turned) * ~carried[:, c]
    held = lasting[: len(way)]
    return max(_longest_run(path[:, c], held[:, c], cycle is not None) for c in range(len(contacts)))


def _loaded_on(motion: WorldMotion) -> Flags:
    """(N, C) whether a contact claims a force at a frame and, from the same surface, at the next."""
    after, surface = np.roll(motion.loaded, -1, 0), motion.contact_surface
    return np.asarray(motion.loaded & after & (surface == np.roll(surface, -1, 0)))


def _longest_run(path: Array, held: Flags, is_cycle: bool) -> float:
    """Largest sum of ``path`` (K,) over consecutive ``held`` steps (K,), across the seam of a cycle."""
    if is_cycle and not held.all():
        path, held = np.tile(path, 2), np.tile(held, 2)
    total = np.cumsum(np.where(held, path, 0.0))
    start = np.maximum.accumulate(np.where(held, 0.0, total))
    return float((total - start).max(initial=0.0))


def contact_height(motion: WorldMotion) -> float:
    """Largest distance [m] of a touching point from its surface, above or below."""
    height = np.abs(motion.heights(motion.carried_contacts()))
    return float(height[motion.touching].max(initial=0.0))


def penetration(motion: WorldMotion) -> float:
    """Depth [m] of the deepest point of any ellipsoid below the ground or within a half space, or 0."""
    return float(depths(motion).max(initial=0.0))


def depths(motion: WorldMotion) -> Array:
    """(N, B) depth of each ellipsoid's deepest point below the ground or within a half space [m]; negative above."""
    radii = np.array([body.diameters for body in motion.character.bodies]) / 2
    deepest = np.full(motion.position.shape[:2], -np.inf)
    for plane, surface in zip(motion.planes, (None, *motion.world.surfaces), strict=True):
        if surface is None or isinstance(surface, HalfSpace):
            along = np.einsum("tbji,j->tbi", motion.rotation, plane.normal)
            reach = np.linalg.norm(along * radii, axis=-1)  # from the center to its deepest point
            deepest = np.maximum(deepest, plane.height + reach - motion.position @ plane.normal)
    return deepest


def friction_excess(motion: WorldMotion) -> float:
    """Largest tangential force beyond the friction cone, or moment beyond the patch's, [body weights (x 1 m)]."""
    contacts = motion.character.contacts
    friction = np.array([c.friction for c in contacts])
    radius = np.array([c.twist_radius for c in contacts])
    force = motion.local_forces
    grip = friction * np.maximum(force[..., 2], 0.0)
    tangential = np.linalg.norm(force[..., :2], axis=-1) - grip
    twisting = np.abs(motion.contact_moments) - radius * grip
    return max(float(x.max(initial=0.0)) for x in (tangential, twisting)) / motion.weight


def pull(motion: WorldMotion) -> float:
    """Largest pull of a surface on a contact, in body weights."""
    return float(np.maximum(-motion.local_forces[..., 2], 0.0).max(initial=0.0)) / motion.weight


def mean_vertical_force(motion: WorldMotion) -> float:
    """Mean total force of contacts with fixed surfaces over the judged frames, in body weights."""
    force = motion.contact_forces[..., 2] * (motion.contact_carrier < 0)
    return float(force[motion.judged].sum(1).mean()) / motion.weight


def peak_vertical_force(motion: WorldMotion) -> float:
    """Largest total force of the contacts of one body, in body weights."""
    peak = 0.0
    for name in {c.body for c in motion.character.contacts}:
        own = [c for c, contact in enumerate(motion.character.contacts) if contact.body == name]
        peak = max(peak, float(motion.contact_forces[:, own, 2].sum(1).max()))
    return peak / motion.weight
