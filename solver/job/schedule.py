"""Frames of the whole clip at which contacts touch and holds are active."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Flags, Indices
from .frames import frame_count, within_phases
from .job import Job


@dataclass(frozen=True, eq=False)
class ContactSchedule:
    """Frames and surfaces of contacts.

    Attributes:
        touches: (N, C) whether each contact touches.
        lasts: (N, C) whether it touches the same surface at the next frame, too; False at an open clip's end.
        surface: (N, C) touched surface: 0 is the ground, k the job's surface k - 1.
    """

    touches: Flags
    lasts: Flags
    surface: Indices


@dataclass(frozen=True, eq=False)
class HoldSchedule:
    """Frames of holds.

    Attributes:
        holds: (N, H) whether each hold is active.
        lasts: (N, H) whether it is active at the next frame, too.
    """

    holds: Flags
    lasts: Flags


def contact_schedule(job: Job) -> ContactSchedule:
    """Schedule of a job with checked timings; where phases overlap, the later surface counts."""
    n_frames = frame_count(job)
    names = [contact.name for contact in job.character.contacts]
    surfaces = ["", *(surface.name for surface in job.surfaces)]
    during, touched = np.zeros((n_frames, len(names)), bool), np.zeros((n_frames, len(names)), np.intp)
    for timing in job.contact_timings:
        touching = within_phases(timing.phases, n_frames, closed=job.cycle is not None)
        c = names.index(timing.contact)
        during[touching, c], touched[touching, c] = True, surfaces.index(timing.surface)
    # a phase that is followed directly by one on another surface ends a frame earlier
    is_left = np.roll(during, -1, 0) & (np.roll(touched, -1, 0) != touched)
    lasts = _lasts(job, during & ~is_left)
    ends = np.roll(lasts, 1, 0) & ~during
    return ContactSchedule(during | ends, lasts, np.where(ends, np.roll(touched, 1, 0), touched))


def hold_schedule(job: Job) -> HoldSchedule:
    """Schedule of a job with checked holds."""
    n_frames = frame_count(job)
    during = np.zeros((n_frames, len(job.holds)), bool)
    for i, hold in enumerate(job.holds):
        during[within_phases(hold.phases, n_frames, closed=job.cycle is not None), i] = True
    lasts = _lasts(job, during)
    return HoldSchedule(during | np.roll(lasts, 1, 0), lasts)


def begins(job: Job, lasts: Flags) -> Flags:
    """(N, K) first frames of runs in ``lasts``, where there is a frame before."""
    begin = lasts & ~np.roll(lasts, 1, 0)
    begin[0] &= job.cycle is not None
    return begin


def _lasts(job: Job, during: Flags) -> Flags:
    """(N, K) whether a phase continues to the next frame."""
    lasts = during.copy()
    lasts[-1] &= job.cycle is not None
    return lasts
