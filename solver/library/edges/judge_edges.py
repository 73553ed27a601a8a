"""Judges how physical each edge of a graph is, from the poses of its blend.

Ground contact with friction can exert a force f within the friction cone, at a point (the zero moment point,
Vukobratovic & Borovac 2004) within the hull of the touching contacts. The errors of a blend are:

    force    distance of F = sum m (a - g) from the cone; |F| without contact
    moment   f_z times the distance of the zero moment point from the hull; |dL/dt| without contact
    slide    displacement of a contact along the ground while it touches

Forces are in body weights, moments in body weights times a meter, both as root mean squares over the window.
They are lower bounds: the dynamics of single joints are not considered.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from ...arrays import Array, Flags
from ...character import Character
from ...motion.world_motion import WorldMotion
from ...rotations import matrix_from_quaternion
from ...verify.newton_euler import spin
from .blends import Blends, blends
from .edge import Edge, Verdict

FINEST = 0.04  # s between judged frames; finer ones add little information
LEAST = 1e-3  # minimum load in body weights for which the zero moment point exists


def judged(motions: Sequence[WorldMotion], edges: Sequence[Edge], overlap: int) -> tuple[Edge, ...]:
    """Edges between motions on level ground, with a verdict on each."""
    stride = max(round(FINEST / motions[0].step), 1)
    at = np.arange(-stride, overlap + stride, stride)
    step = motions[0].step * stride
    batches = [_lacks(motions[0], shown, step) for shown in blends(motions, edges, overlap, at=at)]
    lacks = [row for rows in batches for row in rows.tolist()]
    return tuple(replace(edge, verdict=Verdict(*row)) for edge, row in zip(edges, lacks, strict=True))


def _lacks(like: WorldMotion, shown: Blends, step: float) -> Array:
    """(E, 3) force, moment and slide of blends."""
    character, world = like.character, like.world
    mass = np.array([body.mass for body in character.bodies])
    weight = mass.sum() * np.linalg.norm(world.gravity)
    center = np.einsum("ekbi,b->eki", shown.position, mass / mass.sum())
    lift = (center[:, 2:] - 2 * center[:, 1:-1] + center[:, :-2]) / step**2 - np.array(world.gravity)
    needed = lift * mass.sum() / weight
    turning = np.diff(_momentum(character, shown, mass, center, step), axis=1) / (step * weight)
    points, touches = _contact_points(character, shown), shown.touching[:, 1:-1]
    supplied = _within_cone(needed, touches, np.array([contact.friction for contact in character.contacts]))
    arms = points[:, 1:-1, :, :2] - center[:, 1:-1, None, :2]
    height = center[:, 1:-1, 2] - world.ground_height
    moment = _tipping(supplied, turning, arms, height, touches)
    way = np.linalg.norm(np.diff(points[..., :2], axis=1), axis=-1)
    way *= shown.touching[:, 1:] & shown.touching[:, :-1]
    slide = way.sum(1).max(1, initial=0.0)
    return np.stack([_rms(np.linalg.norm(needed - supplied, axis=-1)), _rms(moment), slide], 1)


def _momentum(character: Character, shown: Blends, mass: Array, center: Array, step: float) -> Array:
    """(E, K - 1, 3) angular momentum about the center of mass between frames [N m s]."""
    n_edges, count = shown.position.shape[:2]
    flat = shown.orientation.reshape(-1, *shown.orientation.shape[2:])
    of_spins = np.append(spin(character, flat, step).sum(1), [[0.0] * 3], 0).reshape(n_edges, count, 3)[
        :, :-1
    ]
    arms = shown.position - center[:, :, None]
    rates = np.diff(arms, axis=1) / step
    return np.asarray(
        of_spins + np.einsum("ekbi,b->eki", np.cross((arms[:, 1:] + arms[:, :-1]) / 2, rates), mass)
    )


def _contact_points(character: Character, shown: Blends) -> Array:
    """(E, K, C, 3) positions of contacts [m]."""
    places = [shown.position[:, :, :0]]
    for contact in character.contacts:
        b = character.body_index(contact.body)
        body = character.bodies[b]
        arm = matrix_from_quaternion(np.array(body.orientation)).T @ np.subtract(contact.point, body.position)
        places.append((shown.position[:, :, b] + shown.rotation[:, :, b] @ arm)[:, :, None])
    return np.concatenate(places, 2)


def _within_cone(needed: Array, touches: Flags, friction: Array) -> Array:
    """(E, K, 3) possible ground force nearest to the needed one; 0 without contact."""
    grip = np.where(touches, friction, -1.0).max(2, initial=-1.0)
    level, up = np.linalg.norm(needed[..., :2], axis=-1), needed[..., 2]
    along = np.clip((grip * level + up) / (grip**2 + 1), 0.0, None)  # the cone's edge is (grip, 1)
    inside = level <= grip * up
    scale = np.where(inside, 1.0, grip * along / np.maximum(level, 1e-12))
    rise = np.where(inside, up, along)
    force = np.concatenate([needed[..., :2] * scale[..., None], rise[..., None]], -1)
    return np.asarray(force * (grip >= 0)[..., None])


def _tipping(force: Array, turning: Array, arms: Array, height: Array, touches: Flags) -> Array:
    """(E, K) moment about horizontal axes that forces at the contacts cannot supply."""
    up = np.maximum(force[..., 2], LEAST)
    point = np.stack(
        [
            -(turning[..., 1] + height * force[..., 0]) / up,
            (turning[..., 0] - height * force[..., 1]) / up,
        ],
        -1,
    )
    beyond = up * _from_hull(point, arms, touches)
    return np.asarray(np.where(touches.any(2), beyond, np.linalg.norm(turning, axis=-1)))


def _from_hull(point: Array, corners: Array, exists: Flags) -> Array:
    """(E, K) distance of points (E, K, 2) from the hull of the corners (E, K, C, 2) that exist."""
    count = corners.shape[2]
    least = np.full(point.shape[:2], np.inf)
    for i in range(count):
        for j in range(i, count):
            a, b = corners[:, :, i], corners[:, :, j]
            along = b - a
            share = ((point - a) * along).sum(-1) / np.maximum((along**2).sum(-1), 1e-12)
            away = point - a - np.clip(share, 0, 1)[..., None] * along
            least = np.minimum(
                least, np.where(exists[:, :, i] & exists[:, :, j], np.linalg.norm(away, axis=-1), np.inf)
            )
    for three in combinations(range(count), 3):
        sides = [
            _side(corners[:, :, i], corners[:, :, j], point)
            for i, j in zip(three, np.roll(three, -1), strict=True)
        ]
        signs = np.sign(sides)
        inside = (signs >= 0).all(0) | (signs <= 0).all(0)
        least = np.where(inside & exists[:, :, three].all(-1), 0.0, least)
    return least


def _side(a: Array, b: Array, point: Array) -> Array:
    """Twice the area of triangles, positive for points to the left of the line from a to b."""
    along, away = b - a, point - a
    return np.asarray(along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0])


def _rms(values: Array) -> Array:
    return np.asarray(np.sqrt((values**2).mean(1)))
