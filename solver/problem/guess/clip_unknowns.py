"""A clip, or a motion with known forces, as the unknowns of a problem."""

import numpy as np

from ...arrays import Array
from ...clip.clip import Clip
from ...mechanics.tree import Tree
from ...motion.world_motion import WorldMotion
from ..state import State
from ..transcription import Transcription
from .explained import coordinates_of, with_torques
from .first_guess import even_weight


def clip_unknowns(clip: Clip, transcription: Transcription) -> Array:
    """Unknowns x (size,) of a transcription with the clip's frames, contacts and holds.

    Degrees of freedom of roots that the clip lacks are as in the rest pose.
    """
    variables, tree, scale = transcription.variables, transcription.tree, transcription.force_scale
    dofs = [tree.names.index(name) for name in Tree(clip.job.character).names]
    q, torques = np.tile(_at_rest(tree), (clip.n_frames, 1)), np.zeros((clip.n_frames, tree.n))
    q[:, dofs], torques[:, dofs] = clip.q, clip.torques
    x = _acted_on(clip.motion, transcription, q)
    x[variables.torque] = torques[np.ix_(transcription.timeline.dynamic, variables.actuated)] / scale
    return x


def motion_unknowns(motion: WorldMotion, transcription: Transcription) -> Array:
    """Unknowns x (size,) of a motion and its external forces, with torques by inverse dynamics.

    Raises:
        InputError: the motion has other bodies or frames.
    """
    q = coordinates_of(transcription, motion)
    return with_torques(transcription, _acted_on(motion, transcription, q))


def _acted_on(motion: WorldMotion, transcription: Transcription, q: Array) -> Array:
    """Unknowns x (size,) of coordinates q (N, n) and a motion's external forces, without torques."""
    variables, scale = transcription.variables, transcription.force_scale
    world = motion.contact_forces[variables.force_frame, variables.force_contact]
    x = np.zeros(variables.size)
    x[variables.q] = q
    x[variables.force] = np.einsum("kr,krc->kc", world, State(transcription, x).force_turn) / scale
    x[variables.moment] = motion.contact_moments[variables.moment_frame, variables.moment_contact] / scale
    x[variables.pull] = motion.hold_forces[variables.pull_frame, variables.pull_hold] / scale
    x[variables.weight] = even_weight(transcription)  # motions do not store them
    return x


def _at_rest(tree: Tree) -> Array:
    """(n,) degrees of freedom of the rest pose."""
    rest = np.zeros(tree.n)
    for body, shifts in tree.roots:
        rest[shifts] = tree.axis[shifts] @ tree.character.bodies[body].position
    return rest
