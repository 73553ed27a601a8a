"""From a mirrored half cycle to the whole cycle and back."""

import numpy as np

from ..arrays import Array
from ..job.mirrored_holds import mirrored_holds
from .state import State
from .transcription import Transcription


def full_unknowns(transcription: Transcription, x: Array, full_cycle: Transcription) -> Array:
    """Unknowns of the whole cycle from those of its first half.

    Args:
        transcription: of the half, or of the whole cycle if it is not mirrored.
        x: (size,) its unknowns.
        full_cycle: the transcription of the whole cycle.
    """
    timeline, variables, mirror = transcription.timeline, full_cycle.variables, transcription.timeline.mirror
    if mirror is None:
        return x
    state, tree = State(transcription, x), transcription.tree
    turn, shift = timeline.placement.turn[-1], timeline.placement.shift[-1]
    q = mirror.sign * state.q[:, mirror.dofs]
    effort = np.zeros((timeline.n_frames, tree.n))
    effort[:, transcription.variables.actuated] = state.torques
    image = mirror.sign * effort[:, mirror.dofs]
    index_of = {body: k for k, (body, _) in enumerate(tree.roots)}
    for body, shifts in tree.roots:
        other = index_of[int(mirror.bodies[body])]
        source, axes = tree.roots[other][1], tree.axis[shifts]
        centre = transcription.kinematics.root_base[other] + state.q[:, source] @ tree.axis[source]
        q[:, shifts] = (centre @ turn.T + shift) @ axes.T
        image[:, shifts] = effort[:, source] @ tree.axis[source] @ turn.T @ axes.T
    contacts = len(mirror.contacts)
    image_forces = np.einsum("rc,ctp->rtp", turn, state.forces[:, :, mirror.contacts])
    forces = np.concatenate([state.forces[:, :, :contacts], image_forces], axis=1)
    moments = np.concatenate([state.moments, -state.moments[:, mirror.contacts]])
    holds = mirrored_holds(transcription.job, mirror)
    image_pulls = np.einsum("rc,thc->thr", turn, state.pulls[:, holds.images]) * holds.sign[:, None]
    pulls = np.concatenate([state.pulls, image_pulls])
    full = np.empty(variables.size)
    full[variables.q] = np.concatenate([state.q, q])
    full[variables.torque] = np.concatenate([effort, image])[:, variables.actuated]
    full[variables.force] = _along_planes(forces, full_cycle)
    full[variables.moment] = moments[variables.moment_frame, variables.moment_contact]
    full[variables.pull] = pulls[variables.pull_frame, variables.pull_hold]
    full[variables.weight] = x[transcription.variables.weight]
    full[variables.peak] = x[transcription.variables.peak]
    return full


def half_unknowns(x: Array, full_cycle: Transcription, transcription: Transcription) -> Array:
    """The first half of a whole cycle's unknowns; the inverse of ``full_unknowns``."""
    if full_cycle is transcription:
        return x
    variables, half = transcription.variables, transcription.timeline.n_frames
    state = State(full_cycle, x)
    folded = np.empty(variables.size)
    folded[variables.q] = state.q[:half]
    folded[variables.torque] = state.torques[:half]
    folded[variables.force] = _along_planes(state.forces, transcription)
    folded[variables.moment] = state.moments[variables.moment_frame, variables.moment_contact]
    folded[variables.pull] = state.pulls[variables.pull_frame, variables.pull_hold]
    folded[variables.weight] = x[full_cycle.variables.weight]
    folded[variables.peak] = x[full_cycle.variables.peak]
    return folded


def _along_planes(forces: Array, transcription: Transcription) -> Array:
    """(K, 3) contact forces in the touched planes' axes from world forces (3, N, P)."""
    variables = transcription.variables
    frame, contact = variables.force_frame, variables.force_contact
    return np.einsum("rk,krc->kc", forces[:, frame, contact], transcription.plane_turn)
