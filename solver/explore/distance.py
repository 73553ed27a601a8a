"""Distance between motions in meters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array, Flags
from ..character import Character
from ..errors import InputError
from ..job.constraints.near_to import NearTo
from ..job.job import Job
from ..job.objectives.pose_closeness import DrawnBody, drawn_body
from ..job.schedule import contact_schedule
from ..mechanics.mirror import find_mirror
from ..mechanics.tree import Tree
from ..motion.motion import Motion
from ..rotations import continuous_signs, matrix_from_quaternion, quaternion_from_matrix

FREE_LIMBS = 0.25  # weight of limbs without contact in a cycle, which would otherwise just swing wide
FEW = 3  # frames in the air that do not count as flight


@dataclass(frozen=True)
class GreatestDifference:
    """The largest difference of two motions, with centers of mass aligned.

    Attributes:
        body: whose center differs most.
        frame: of the largest difference, from 0.
        seconds: its time [s].
        distance: of the body's centers [m].
    """

    body: str
    frame: int
    seconds: float
    distance: float


def mass_distance(a: Motion, b: Motion, weights: Array | None = None, frames: Flags | None = None) -> float:
    """Root mean square distance of the bodies' mass, centers of mass aligned at every frame [m].

    Agrawal & van de Panne (2015, section 3.1) sum over samples of motions; here, both have the same number of frames.

    Args:
        a: one motion.
        b: the other.
        weights: (B,) factors of the bodies' masses; None: 1.
        frames: (N,) whether each counts, see ``counted_frames``; None: all.
    """
    mass = _masses(a.character)
    counted = mass if weights is None else mass * weights
    squares = np.einsum("b,tbi->t", counted / counted.sum(), _apart(a, b) ** 2)
    return float(np.sqrt(squares.mean() if frames is None else squares[frames].mean()))


def counted_frames(job: Job) -> Flags:
    """(N,) frames at which distances are measured: the airborne frames of a jump, else all.

    Agrawal & van de Panne (2015, section 3.4.1) also sample a jump in its airborne phases.
    """
    touches = contact_schedule(job).touches.any(axis=1)
    is_flight = job.cycle is None and touches.any() and np.count_nonzero(~touches) > FEW
    return ~touches if is_flight else np.ones(len(touches), bool)


def body_weights(job: Job, bodies: Sequence[str] = (), limbs: float | None = None) -> Array:
    """(B,) weight of each body's mass.

    Args:
        job: whose motions are compared.
        bodies: names of the only bodies that count; empty: all.
        limbs: weight of limbs without contacts if all bodies count, such as the arms and the head in a jump; None: 1,
            or a quarter in a cycle.

    Raises:
        InputError: there is no such body.
    """
    character = job.character
    if bodies:
        names = [body.name for body in character.bodies]
        unknown = next((name for name in bodies if name not in names), None)
        if unknown is not None:
            raise InputError(f"'{character.name}' has no body '{unknown}'", field="bodies")
        return np.isin(names, bodies).astype(float)
    if limbs is None:
        limbs = 1.0 if job.cycle is None else FREE_LIMBS
    return np.where(_are_free_limbs(job), limbs, 1.0)


def _are_free_limbs(job: Job) -> Flags:
    """(B,) bodies of limbs without contacts: those in pairs, and those with a single end, such as a tail."""
    character = job.character
    if not character.mirror_pairs:
        return np.zeros(len(character.bodies), bool)
    tree = Tree(character)
    touching = {timing.contact for timing in job.contact_timings if timing.phases}
    busy = {contact.body for contact in character.contacts if contact.name in touching}
    busy |= {body for hold in job.holds for body in (hold.body_a, hold.body_b)}
    used = np.array([body.name in busy for body in character.bodies])
    n_children = np.bincount(tree.parent[tree.parent >= 0], minlength=len(used))
    is_branched = n_children > 1
    for body in tree.order[::-1]:  # children first
        if tree.parent[body] >= 0:
            used[tree.parent[body]] |= used[body]
            is_branched[tree.parent[body]] |= is_branched[body]
    has_two = find_mirror(character, tree).bodies != np.arange(len(used))
    return np.asarray(~used & (has_two | ~is_branched))


def near_to(motion: Motion, at_most: float, job: Job, weights: Array) -> NearTo:
    """The constraint that a motion stays near this one.

    Args:
        motion: to stay near.
        at_most: distance [m].
        job: of the constrained motion; in a mirrored cycle, the constraint is on the first half.
        weights: (B,) see ``body_weights``.
    """
    return NearTo(drawn(motion, job, weights), at_most)


def drawn(motion: Motion, job: Job, weights: Array) -> tuple[DrawnBody, ...]:
    """Trajectories of a motion's bodies, weighted at ``counted_frames``."""
    half = job.cycle is not None and job.cycle.mirrored
    frames = slice(motion.n_frames // 2 if half else motion.n_frames)
    counts = counted_frames(job)
    envelope = () if counts.all() else tuple(counts[frames].astype(float).tolist())
    bodies = (
        drawn_body(body.name, motion.position[frames, k], motion.orientation[frames, k], weight=float(weight))
        for k, (body, weight) in enumerate(zip(motion.character.bodies, weights, strict=True))
    )
    return tuple(replace(body, envelope=envelope) for body in bodies)


def images(motion: Motion) -> tuple[Motion, ...]:
    """A motion and, if it exists, its mirror image, which counts as the same."""
    character = motion.character
    if not character.mirror_pairs:
        return (motion,)
    mirror = find_mirror(character, Tree(character))
    flip = mirror.reflection
    position = motion.position[:, mirror.bodies] @ flip + mirror.shift
    turn = flip @ motion.turn[:, mirror.bodies] @ flip
    axes = matrix_from_quaternion([body.orientation for body in character.bodies])
    return (
        motion,
        Motion(
            character,
            motion.step,
            position,
            continuous_signs(quaternion_from_matrix(turn @ axes)),
            motion.cycle,
            motion.heading,
        ),
    )


def difference(a: Motion, b: Motion) -> GreatestDifference:
    """The largest difference of two motions."""
    apart = np.linalg.norm(_apart(a, b), axis=-1)
    frame, body = np.unravel_index(int(np.argmax(apart)), apart.shape)
    name = a.character.bodies[int(body)].name
    return GreatestDifference(name, int(frame), float(frame) * a.step, float(apart[frame, body]))


def _apart(a: Motion, b: Motion) -> Array:
    """(N, B, 3) differences of the bodies' centers, with centers of mass aligned."""
    mass, apart = _masses(a.character), a.position - b.position
    return np.asarray(apart - np.einsum("b,tbi->ti", mass / mass.sum(), apart)[:, None])


def _masses(character: Character) -> Array:
    return np.array([body.mass for body in character.bodies])
