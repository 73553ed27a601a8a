"""Pins bound unknowns: a degree of freedom stays within bounds for some frames."""

import numpy as np

from ...arrays import Array, Indices
from ...errors import InputError
from ...job.constraints.pin import Pin
from ...sentence import Sentence
from ..transcription import Transcription


def pin(transcription: Transcription, lower: Array, upper: Array) -> None:
    """Narrows bounds (size,) of the unknowns, in place.

    Raises:
        InputError: a pin contradicts joint limits, other pins, or the symmetry of a mirrored cycle.
    """
    for where, each in transcription.job.constraints_of(Pin):
        index, sign = _pinned(transcription, each, where)
        ends = np.sort(sign[:, None] * [each.lower, each.upper], axis=1)
        allowed = np.sort(sign[:, None] * np.stack([lower[index], upper[index]], 1), axis=1)
        np.maximum.at(lower, index, ends[:, 0])
        np.minimum.at(upper, index, ends[:, 1])
        if (lower[index] > upper[index]).any():
            raise InputError(_cannot_be(transcription, each, allowed), field=where)


def path_of_pin(transcription: Transcription, unknown: int, bound: float) -> str:
    """Path of the first pin that sets a bound of an unknown; empty if the bound fixes where a cycle starts."""
    for where, each in transcription.job.constraints_of(Pin):
        index, sign = _pinned(transcription, each, where)
        if bound in sign[index == unknown][:, None] * [each.lower, each.upper]:
            return where
    return ""


def _pinned(transcription: Transcription, each: Pin, where: str) -> tuple[Indices, Array]:
    """Unknowns that a pin bounds, and their signs."""
    tree, half, mirror = transcription.tree, transcription.timeline.n_frames, transcription.timeline.mirror
    dof, frames = tree.names.index(each.dof), _frames(transcription, each)
    later = frames >= half
    index, sign = transcription.variables.q[frames % half, dof], np.ones(len(frames))
    if mirror is None or not later.any():
        return index, sign
    if not tree.rotation[dof] and not tree.axis[dof][2]:
        first, last, actual = (transcription.when(frame) for frame in (0, half - 1, frames[-1]))
        pinned = f"{tree.dofs[dof].quoted} is pinned {tree.dofs[dof].direction}"
        what = f"in a mirrored cycle {pinned} in its first half, "
        raise InputError(Sentence.of(what, first, " to ", last, "; found ", actual), field=where)
    index[later] = transcription.variables.q[frames[later] - half, mirror.dofs[dof]]
    sign[later] = mirror.sign[dof]
    return index, sign


def _frames(transcription: Transcription, each: Pin) -> Indices:
    timeline = transcription.timeline
    n_frames = 2 * timeline.n_frames if timeline.mirror else timeline.n_frames
    first, last = each.first % n_frames, each.last % n_frames
    return np.arange(first, last + 1)


def _cannot_be(transcription: Transcription, each: Pin, allowed: Array) -> str:
    """Message of a pin that contradicts the bounds (F, 2) that limits and other pins allow at its frames."""
    dof = transcription.tree.dofs[transcription.tree.names.index(each.dof)]
    scale, unit = (np.degrees(1.0), "degrees") if dof.turns else (1.0, "m")
    lower, upper = allowed[:, 0].max(), allowed[:, 1].min()
    bound = f"at most {scale * upper:.4g}" if each.lower > upper else f"at least {scale * lower:.4g}"
    values = dict.fromkeys(f"{scale * end:.4g}" for end in (each.lower, each.upper))
    move = "turn to" if dof.turns else "be at"
    return (
        f"{dof.quoted} cannot {move} {' to '.join(values)} {unit} {dof.direction}: "
        f"its own limits and other pins allow {bound}"
    )
