"""How different two motions are, in metres."""

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

FREE_LIMBS = 0.25  # weight of limbs that touch nothing in a cycle: swung wide they would be the cheap way out
FEW = 3  # frames in the air that are no flight


@dataclass(frozen=True)
class GreatestDifference:
    """Where two motions differ most, centers of mass aligned.

    Attributes:
        body: whose center is farthest from where the other motion has it.
        frame: at that one, from 0.
        seconds: the same as time [s].
        distance: of its center from there [m].
    """

    body: str
    frame: int
    seconds: float
    distance: float


def mass_distance(a: Motion, b: Motion, weights: Array | None = None, frames: Flags | None = None) -> float:
    """Root mean square distance of the bodies' mass, centers of mass aligned at every frame [m].

    Agrawal & van de Panne (2015, section 3.1) sum the same over samples of a motion; both have as many frames here.

    Args:
        a: one motion.
        b: the other.
        weights: (B,) factors of the bodies' masses; None: 1.
        frames: (N,) whether each counts, as of ``counted_frames``; None: all do.
    """
    mass = _masses(a.character)
    counted = mass if weights is None else mass * weights
    squares = np.einsum("b,tbi->t", counted / counted.sum(), _apart(a, b) ** 2)
    return float(np.sqrt(squares.mean() if frames is None else squares[frames].mean()))


def counted_frames(job: Job) -> Flags:
    """(N,) at which of a clip's frames distances are measured: of a jump those in the air, else all.

    So do Agrawal & van de Panne (2015, section 3.4.1), who take samples of a jump in its airborne phases.
    """
    touches = contact_schedule(job).touches.any(axis=1)
    is_flight = job.cycle is None and touches.any() and np.count_nonzero(~touches) > FEW
    return ~touches if is_flight else np.ones(len(touches), bool)


def body_weights(job: Job, bodies: Sequence[str] = (), limbs: float | None = None) -> Array:
    """(B,) how much of each body's mass counts.

    Args:
        job: whose motions are compared.
        bodies: names of those that count alone; none: all.
        limbs: weight of those that touch nothing where all bodies count, such as the arms and the head of a jump; None:
            1, in a cycle a quarter.

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
    """(B,) bodies that touch and carry nothing that does, if there are two of a kind or they end in one, as a tail."""
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
        job: of the motion that has to be near; of a mirrored cycle it is about the first half.
        weights: (B,) as of ``body_weights``.
    """
    return NearTo(drawn(motion, job, weights), at_most)


def drawn(motion: Motion, job: Job, weights: Array) -> tuple[DrawnBody, ...]:
    """A motion's bodies, with their weights at the frames that count, as of ``counted_frames``."""
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
    """A motion and its mirror image, which counts as the same; where there is none, the motion alone."""
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
    """Which body of a motion is farthest from where the other one has it, and when."""
    apart = np.linalg.norm(_apart(a, b), axis=-1)
    frame, body = np.unravel_index(int(np.argmax(apart)), apart.shape)
    name = a.character.bodies[int(body)].name
    return GreatestDifference(name, int(frame), float(frame) * a.step, float(apart[frame, body]))


def _apart(a: Motion, b: Motion) -> Array:
    """(N, B, 3) of the bodies' centers, centers of mass aligned."""
    mass, apart = _masses(a.character), a.position - b.position
    return np.asarray(apart - np.einsum("b,tbi->ti", mass / mass.sum(), apart)[:, None])


def _masses(character: Character) -> Array:
    return np.array([body.mass for body in character.bodies])
