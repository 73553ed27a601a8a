"""How different two motions are, in metres."""

import numpy as np

from ..arrays import Array
from ..character import Character
from ..clip.clip import Clip
from ..job.constraints.unlike import Unlike
from ..job.objectives.pose_closeness import DrawnBody
from ..mechanics.mirror import find_mirror
from ..mechanics.tree import Tree
from ..motion.motion import Motion
from ..rotations import continuous_signs, matrix_from_quaternion, quaternion_from_matrix


def mass_distance(a: Motion, b: Motion) -> float:
    """Root mean square distance of the bodies' mass, centers of mass aligned at every frame [m].

    Agrawal & van de Panne (2015, section 3.1) sum the same over samples of a motion; both have as many frames here.
    """
    mass = np.array([body.mass for body in a.character.bodies])
    share = mass / mass.sum()
    apart = a.position - b.position
    apart = apart - np.einsum("b,tbi->ti", share, apart)[:, None]
    return float(np.sqrt(np.einsum("b,tbi->t", share, apart**2).mean()))


def unlike(motion: Motion, at_least: float, *, half: bool) -> Unlike:
    """The constraint that a motion differs from this one.

    Args:
        motion: to differ from.
        at_least: distance [m].
        half: whether the job is a mirrored cycle, whose first half it is about.
    """
    frames = slice(motion.n_frames // 2 if half else motion.n_frames)
    names, weights = [body.name for body in motion.character.bodies], _weights(motion.character)
    bodies = tuple(
        DrawnBody(
            name,
            tuple(map(tuple, motion.position[frames, k].tolist())),
            tuple(map(tuple, motion.orientation[frames, k].tolist())),
            float(weight),
        )
        for k, (name, weight) in enumerate(zip(names, weights, strict=True))
    )
    return Unlike(bodies, at_least)


def images(clip: Clip) -> tuple[Motion, ...]:
    """A clip's motion and its mirror image, which counts as the same; where there is none, the motion alone."""
    character, motion = clip.job.character, clip.motion
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


def difference(a: Motion, b: Motion) -> tuple[str, float]:
    """Which body is farthest from where the other motion has it, centers of mass aligned, and when [s]."""
    mass = np.array([body.mass for body in a.character.bodies])
    apart = a.position - b.position
    apart = np.linalg.norm(apart - np.einsum("b,tbi->ti", mass / mass.sum(), apart)[:, None], axis=-1)
    frame, body = np.unravel_index(int(np.argmax(apart)), apart.shape)
    return a.character.bodies[int(body)].name, float(frame) * a.step


def _weights(character: Character) -> Array:
    """(B,) square of each body's length [m^2], times the share of the mass that its turn moves."""
    tree, mass = Tree(character), np.array([body.mass for body in character.bodies])
    carried = mass.copy()
    for body in tree.order[::-1]:  # children first
        if tree.parent[body] >= 0:
            carried[tree.parent[body]] += carried[body]
    length = np.array([max(body.diameters) for body in character.bodies])
    return np.asarray(length**2 * carried / mass.sum())
