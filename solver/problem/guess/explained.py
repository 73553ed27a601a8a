"""Inverse dynamics with forces that contacts and holds can supply."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from ...arrays import Array, Indices
from ...mechanics.inverse_kinematics import coordinates
from ...motion.motion import Motion
from ..checks.motions import check_motion
from ..physics.equations_of_motion import EquationsOfMotion
from ..rows.component import Component
from ..state import State
from ..transcription import Transcription
from .first_guess import even_weight

SIDES = 16  # of the pyramid within a friction cone
TIGHT = 1e-3  # residual in body weights that costs as much as a muscle's full strength


def coordinates_of(transcription: Transcription, motion: Motion) -> Array:
    """(N, n) coordinates of a transcription's character in a motion.

    Raises:
        InputError: the motion has other bodies or frames.
    """
    check_motion(motion, transcription.job.character, transcription.timeline.n_frames)
    placement = transcription.timeline.frame_placement
    back = np.swapaxes(placement.reference, 1, 2)
    return coordinates(transcription.tree, motion.position, back[:, None] @ motion.turn, placement.joints)


def explained(transcription: Transcription, q: Array, motion: Component | None = None) -> Array:
    """Unknowns (size,) of a motion q (N, n), with the forces and torques that explain it best.

    For each frame, with g the equations of motion without forces, J their derivatives by the forces F, and P
    the rays that span the friction cones,

        minimise |(g + J F) / s|^2 over F = P l, l >= 0

    where s is a muscle's strength, or TIGHT without a muscle, so that the root's wrench comes before effort. This
    is non-negative least squares (Lawson & Hanson 1974, chapter 23). Torques take up the residual.

    Args:
        transcription: of the job.
        q: of its frames.
        motion: its equations of motion, if already made.
    """
    from scipy.optimize import nnls  # takes longer to import than many solves

    variables, n = transcription.variables, transcription.tree.n
    x = np.zeros(variables.size)
    x[variables.q], x[variables.weight] = q, even_weight(transcription)
    motion, rays = motion or EquationsOfMotion(transcription), _rays(transcription)
    state = State(transcription, x)
    strength = transcription.tree.effort_limit / transcription.force_scale
    unit = np.where(strength > 0, strength, TIGHT * transcription.body_weight / transcription.force_scale)
    bare = motion.values(state).reshape(-1, n)
    slopes = csr_array((motion.jacobian(state), motion.jacobian_pattern), (bare.size, variables.size))
    effect = (slopes @ rays.forces).tocsr()
    amounts = np.zeros(len(rays.frame))
    starts = np.searchsorted(rays.frame, np.arange(transcription.timeline.n_frames + 1))
    of_rows = np.repeat(np.arange(bare.size), np.diff(effect.indptr))
    for k, frame in enumerate(transcription.timeline.dynamic.tolist()):
        first, after = starts[frame : frame + 2]
        if after > first:
            effects = np.zeros((n, after - first))
            entries = slice(*effect.indptr[[k * n, (k + 1) * n]])
            effects[of_rows[entries] - k * n, effect.indices[entries] - first] = effect.data[entries]
            amounts[first:after], _ = nnls(effects / unit[:, None], -bare[k] / unit)
    x += rays.forces @ amounts
    left = bare + (effect @ amounts).reshape(-1, n)  # forces enter these equations linearly
    x[variables.torque] = left[:, variables.actuated]
    return x


def with_torques(transcription: Transcription, x: Array) -> Array:
    """Unknowns (size,) of a motion and its forces, with torques from the residual of the equations of motion."""
    variables, unknowns = transcription.variables, x.copy()
    unknowns[variables.torque] = 0.0
    left = EquationsOfMotion(transcription).values(State(transcription, unknowns))
    unknowns[variables.torque] = left.reshape(-1, transcription.tree.n)[:, variables.actuated]
    return unknowns


@dataclass(frozen=True, eq=False)
class _Rays:
    """Directions whose nonnegative combinations are the possible forces.

    Attributes:
        forces: (size, L) unknown forces along each.
        frame: (L,) of each, ascending.
    """

    forces: csr_array
    frame: Indices


def _rays(transcription: Transcription) -> _Rays:
    """Edges of friction pyramids, patches' with the largest twist either way, and pulls of holds along each axis."""
    variables, moment = transcription.variables, _moments(transcription)
    point, patch = np.flatnonzero(moment < 0), np.flatnonzero(moment >= 0)
    push, twist = _edges(transcription)
    either = np.concatenate([twist[patch], -twist[patch]], 1)[:, None]
    pushed = np.concatenate([np.tile(push[patch], 2), either], 1)
    pulled = np.tile(np.hstack([np.eye(3), -np.eye(3)]), (len(variables.pull), 1, 1))
    return _gathered(
        variables.size,
        (variables.force[point], push[point], variables.force_frame[point]),
        (np.column_stack([variables.force[patch], moment[patch]]), pushed, variables.force_frame[patch]),
        (variables.pull, pulled, variables.pull_frame),
    )


def _edges(transcription: Transcription) -> tuple[Array, Array]:
    """Edges (K, 3, SIDES) of contacts' pyramids in the plane's axes, and largest twists (K, SIDES)."""
    contacts, angle = transcription.job.character.contacts, 2 * np.pi * np.arange(SIDES) / SIDES
    which = transcription.variables.force_contact
    friction = np.array([contact.friction for contact in contacts])[which]
    arm = friction * np.array([contact.twist_radius for contact in contacts])[which]
    around = np.outer(friction, np.cos(angle)), np.outer(friction, np.sin(angle))
    return np.stack([*around, np.ones((len(which), SIDES))], 1), np.tile(arm[:, None], SIDES)


def _moments(transcription: Transcription) -> Indices:
    """(K,) unknown free moment of each contact force; -1: none."""
    variables = transcription.variables
    moment = np.full(transcription.timeline.active.shape, -1)
    moment[variables.moment_frame, variables.moment_contact] = variables.moment
    return np.asarray(moment[variables.force_frame, variables.force_contact])


def _gathered(size: int, *blocks: tuple[Indices, Array, Indices]) -> _Rays:
    """Rays of blocks: unknowns (K, U), along (K, U, L) and frame (K,) of K forces with L rays each."""
    frame = np.concatenate([np.repeat(frames, along.shape[2]) for _, along, frames in blocks])
    rank = np.argsort(np.argsort(frame, kind="stable"), kind="stable")
    row, column, value, count = [], [], [], 0
    for unknowns, along, frames in blocks:
        rays = count + np.arange(len(frames) * along.shape[2]).reshape(len(frames), 1, along.shape[2])
        row.append(np.broadcast_to(unknowns[:, :, None], along.shape).ravel())
        column.append(np.broadcast_to(rank[rays], along.shape).ravel())
        value.append(along.ravel())
        count += rays.size
    where = np.concatenate(row), np.concatenate(column)
    return _Rays(csr_array((np.concatenate(value), where), (size, count)), np.sort(frame))
