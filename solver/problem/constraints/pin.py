"""Pins bound unknowns: a degree of freedom stays within bounds for some frames."""

import numpy as np

from ...arrays import Array, Indices
from ...job.constraints.pin import Pin
from ..checks.pins import refuse_pin
from ..transcription import Transcription


def pin(transcription: Transcription, lower: Array, upper: Array) -> None:
    """Narrows bounds (size,) of the unknowns, in place.

    Raises:
        InputError: a pin contradicts joint limits or other pins.
    """
    for where, each in transcription.job.constraints_of(Pin):
        index, sign = _pinned(transcription, each)
        ends = np.sort(sign[:, None] * [each.lower, each.upper], axis=1)
        allowed = np.sort(sign[:, None] * np.stack([lower[index], upper[index]], 1), axis=1)
        np.maximum.at(lower, index, ends[:, 0])
        np.minimum.at(upper, index, ends[:, 1])
        if (lower[index] > upper[index]).any():
            dof = transcription.tree.dofs[transcription.tree.names.index(each.dof)]
            refuse_pin(each, dof, allowed, field=where)


def path_of_pin(transcription: Transcription, unknown: int, bound: float) -> str:
    """Path of the first pin that sets a bound of an unknown; empty if the bound fixes where a cycle starts."""
    for where, each in transcription.job.constraints_of(Pin):
        index, sign = _pinned(transcription, each)
        if bound in sign[index == unknown][:, None] * [each.lower, each.upper]:
            return where
    return ""


def _pinned(transcription: Transcription, each: Pin) -> tuple[Indices, Array]:
    """Unknowns that a pin bounds, and their signs."""
    tree, half, mirror = transcription.tree, transcription.timeline.n_frames, transcription.timeline.mirror
    dof, frames = tree.names.index(each.dof), _frames(transcription, each)
    later = frames >= half
    index, sign = transcription.variables.q[frames % half, dof], np.ones(len(frames))
    if mirror is None or not later.any():
        return index, sign
    index[later] = transcription.variables.q[frames[later] - half, mirror.dofs[dof]]
    sign[later] = mirror.sign[dof]
    return index, sign


def _frames(transcription: Transcription, each: Pin) -> Indices:
    timeline = transcription.timeline
    n_frames = 2 * timeline.n_frames if timeline.mirror else timeline.n_frames
    first, last = each.first % n_frames, each.last % n_frames
    return np.arange(first, last + 1)
