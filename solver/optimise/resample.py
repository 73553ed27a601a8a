"""Resamples the unknowns of a motion as the initial guess of a problem with other speed, turn, frames or touchdowns.

A cycle's transform is removed before and the new cycle's applied afterwards; the periodic remainder is interpolated
in phase by a cubic spline, whose second derivative is continuous.
"""

import numpy as np

from ..arrays import Array, Indices
from ..job.cycle import Cycle
from ..problem.guess.first_guess import carrying, first_guess
from ..problem.half_cycle import full_unknowns, half_unknowns
from ..problem.reuse import same_unknowns
from ..problem.state import State
from ..problem.transcription import Transcription
from .start import Start


def resample(start: Start, transcription: Transcription) -> Array:
    """(size,) unknowns of ``transcription`` that move like ``start``; missing ones are those of the initial guess."""
    if start.times is None and same_unknowns(transcription, start.transcription):
        return _along(start, transcription)
    old, new = start.transcription.full_cycle, transcription.full_cycle
    have, x = (
        State(old, full_unknowns(start.transcription, start.x, old)),
        np.full(new.variables.size, np.nan),
    )
    own, phase = _phase(old) if start.times is None else start.times, _phase(new)
    x[new.variables.q] = _motion(have, own, new, phase)
    _resample_torques(have, own, new, x, phase)
    _resample_forces(have, own, new, x, phase)
    unknown = np.isnan(x)
    if unknown[new.variables.q].any() or unknown[new.variables.torque].any():
        x[unknown] = full_unknowns(transcription, first_guess(transcription), new)[unknown]
    elif unknown.any():
        x[unknown] = carrying(new)[unknown]
    return half_unknowns(x, new, transcription)


def _along(start: Start, transcription: Transcription) -> Array:
    """The resampled unknowns, with forces relative to the weight and roots on the new trajectory."""
    old, x = start.transcription, start.x.copy()
    n = transcription.timeline.n_frames
    phase = np.arange(n) / (2 * n if transcription.timeline.mirror else n)
    level = _without_way(old, x[old.variables.q], phase)
    x[transcription.variables.q] = _moved(transcription, level, *_way(transcription, phase))
    return x


def _phase(transcription: Transcription) -> Array:
    """(N,) phase of each frame, 0 to 1; frame N of a cycle has 1."""
    timeline = transcription.timeline
    return np.arange(timeline.n_frames) / (timeline.n_frames - (timeline.cycle is None))


def _motion(old_state: State, old_phase: Array, new: Transcription, phase: Array) -> Array:
    """(N, n) coordinates: roots without the cycle's transform, joints by name, NaN for new names."""
    old = old_state.transcription
    ours, theirs = _common(old.tree.names, new.tree.names)
    sampled = _at(old, old_phase, _without_way(old, old_state.q, old_phase), phase)
    level = np.full((new.timeline.n_frames, new.tree.n), np.nan)
    level[:, theirs] = sampled[:, ours]
    return _moved(new, level, *_way(new, phase))


def _without_way(transcription: Transcription, q: Array, phase: Array) -> Array:
    """(N, n) coordinates of a motion in place, with the cycle's transform removed from the roots."""
    turn, shift = _way(transcription, phase)
    return _moved(transcription, q, turn.transpose(0, 2, 1), -np.einsum("tji,tj->ti", turn, shift))


def _way(transcription: Transcription, phase: Array) -> tuple[Array, Array]:
    """Rotation (N, 3, 3) and shift (N, 3) of the cycle's transform up to each frame."""
    return (transcription.timeline.cycle or Cycle()).part(phase)


def _moved(transcription: Transcription, q: Array, turn: Array, shift: Array) -> Array:
    """(N, n) coordinates with all roots moved."""
    tree, moved = transcription.tree, q.copy()
    for (_, shifts), base in zip(tree.roots, transcription.kinematics.root_base, strict=True):
        axes = tree.axis[shifts]
        there = np.einsum("tij,tj->ti", turn, base + q[:, shifts] @ axes) + shift
        moved[:, shifts] = (there - base) @ axes.T
    return moved


def _at(transcription: Transcription, phases: Array, values: Array, phase: Array) -> Array:
    """Values (N, ...) of frames, interpolated at other phases."""
    if len(phases) == len(phase) and np.allclose(phases, phase):
        return values.copy()
    from scipy.interpolate import CubicSpline  # loads scipy.optimize, which no plain solve needs

    if transcription.timeline.cycle is None:
        return np.asarray(CubicSpline(phases, values)(phase))
    spline = CubicSpline(np.append(phases, 1.0), np.append(values, values[:1], axis=0), bc_type="periodic")
    return np.asarray(spline(phase))


def _resample_torques(old_state: State, old_phase: Array, new: Transcription, x: Array, phase: Array) -> None:
    old = old_state.transcription
    ours, theirs = _common(_names(old), _names(new))
    torques = np.zeros((old.timeline.n_frames, len(old.variables.actuated)))
    torques[old.timeline.dynamic] = old_state.torques * old.force_scale / new.force_scale
    sampled = _at(old, old_phase, torques, phase)[new.timeline.dynamic]
    x[new.variables.torque[:, theirs]] = sampled[:, ours]


def _resample_forces(old_state: State, old_phase: Array, new: Transcription, x: Array, phase: Array) -> None:
    """Sets contact forces and pulls that both motions have to those of the nearest frame, turned with the cycle."""
    old, variables = old_state.transcription, new.variables
    contacts = [c.name for c in old.job.character.contacts]
    here = [c.name for c in new.job.character.contacts]
    known = np.array([contacts.index(name) if name in contacts else -1 for name in here], np.intp)
    n = old.timeline.n_frames
    own_or_next = np.append(old_phase, 1.0) if old.timeline.cycle else old_phase
    source = np.rint(np.interp(phase, own_or_next, np.arange(len(own_or_next)))).astype(np.intp) % n
    active = np.zeros_like(old.timeline.active)
    active[old.variables.force_frame, old.variables.force_contact] = True
    scale = old.force_scale / new.force_scale
    turn = np.einsum("tij,tkj->tik", _way(new, phase)[0], _way(old, old_phase)[0][source])

    forces = np.zeros((*active.shape, 3))
    forces[old.variables.force_frame, old.variables.force_contact] = old_state.x[old.variables.force]
    frame, contact = source[variables.force_frame], known[variables.force_contact]
    kept = (contact >= 0) & active[frame, contact]
    force = forces[frame[kept], contact[kept]]
    turned = np.einsum("kij,kj->ki", turn[variables.force_frame[kept]], force)
    x[variables.force[kept]] = scale * turned
    frame, contact = source[variables.moment_frame], known[variables.moment_contact]
    kept = (contact >= 0) & active[frame, contact]
    x[variables.moment[kept]] = scale * old_state.moments[frame[kept], contact[kept]]
    _resample_pulls(old_state, new, x, source)


def _resample_pulls(old_state: State, new: Transcription, x: Array, source: Indices) -> None:
    """Sets the pulls of holds that are active in both motions to the nearest frame's."""
    old, variables = old_state.transcription, new.variables
    names = [hold.name for hold in old.job.holds]
    row_of = {
        (f, names[h]): k
        for k, (f, h) in enumerate(zip(old.variables.pull_frame, old.variables.pull_hold, strict=True))
    }
    for k, (frame, hold) in enumerate(zip(variables.pull_frame, variables.pull_hold, strict=True)):
        known = row_of.get((source[frame], new.job.holds[hold].name))
        if known is not None:
            x[variables.pull[k]] = old_state.x[old.variables.pull[known]] * old.force_scale / new.force_scale


def _names(transcription: Transcription) -> tuple[str, ...]:
    return tuple(transcription.tree.names[i] for i in transcription.variables.actuated)


def _common(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[Indices, Indices]:
    """Indices of the common names in both."""
    both = [name for name in new if name in old]
    return (
        np.array([old.index(name) for name in both], np.intp),
        np.array([new.index(name) for name in both], np.intp),
    )
