"""A swinging contact stays above the ground."""

from dataclasses import replace

import numpy as np

from ...arrays import Array, Flags
from ...job.constraints.clearance import Clearance
from ...job.surfaces import HalfSpace
from ...verify.violation import Kind, Violation
from ..reuse import Numbers
from ..rows.point_rows import PointRows, one_term_each
from ..transcription import Transcription


class ClearanceRows(PointRows):
    """normal . x_c(t) >= the plane's height + clearance sin^2(pi s) while c swings, s from 0 to 1 its phase.

    For the ground and every half space; see beside_boxes.py for boxes. Contacts without a Clearance have
    clearance 0; a negative clearance is constant during the swing. A contact that touches one plane stays
    outside the others.
    """

    broken = Kind.CLEARANCE
    keeps = PointRows.keeps | Numbers.CONSTRAINTS

    def __init__(self, transcription: Transcription) -> None:
        contacts = transcription.job.character.contacts
        names = [contact.name for contact in contacts]
        height = np.zeros(len(contacts))
        self._paths: dict[str, str] = {}  # path of each contact's constraint
        for field, constraint in transcription.job.constraints_of(Clearance):
            height[names.index(constraint.contact)] = constraint.height
            self._paths[constraint.contact] = field
        timeline = transcription.timeline
        whole = timeline.active
        if (
            timeline.mirror is not None
        ):  # a swing may begin in one half and end in the other, as the other side's
            whole = np.concatenate([whole, whole[:, timeline.mirror.contacts]])
            height = np.maximum(height, height[timeline.mirror.contacts])
        passed = swing_fraction(whole, timeline.cycle is not None)[: timeline.n_frames]
        lowest = np.minimum(height, height * np.sin(np.pi * passed) ** 2)
        frames, swinging, normals, lower = [], [], [], []
        solid = [0, *(k + 1 for k, s in enumerate(transcription.job.surfaces) if isinstance(s, HalfSpace))]
        for k in solid:
            outside = ~timeline.active | (timeline.surface != k)
            if k == 0:  # a contact on a box or a slope is above the ground
                outside &= ~timeline.active
            t, c = np.nonzero(outside)
            frames.append(t)
            swinging.append(c)
            normals.append(np.tile(transcription.planes[k].normal, (len(t), 1)))
            lower.append(transcription.planes[k].height + lowest[t, c] * ~timeline.active[t, c])
        terms = one_term_each(np.concatenate(frames) + 1, np.concatenate(swinging), np.concatenate(normals))
        super().__init__(transcription, terms, np.concatenate(lower), np.full(len(terms.row), np.inf))

    def violation(self, row: int, amount: float) -> Violation:
        violation = super().violation(row, amount)
        return replace(violation, constraint=self._paths.get(violation.subject[0], ""))


def swing_fraction(active: Flags, cyclic: bool) -> Array:
    """(N, C) phase of each swing, strictly between 0 and 1; 0 while touching.

    A swing that is cut off by an open clip's end counts as half a swing, with its middle at the clip's end. A
    contact that never touches is always in mid-swing.
    """
    before, after = (active, active) if cyclic else (active[:0:-1], active[-2::-1])
    laps = np.concatenate([before, active, after])
    t = np.arange(len(laps), dtype=float)[:, None]
    last = np.maximum.accumulate(np.where(laps, t, -np.inf))
    following = np.minimum.accumulate(np.where(laps, t, np.inf)[::-1])[::-1]
    fraction = np.full(laps.shape, 0.5)
    swinging = np.isfinite(following - last) & ~laps
    fraction[swinging] = (t - last)[swinging] / (following - last)[swinging]
    fraction[laps] = 0.0
    return fraction[len(before) : len(before) + len(active)]
