"""Frames of the whole clip at which contacts touch and holds hold."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Flags, Indices
from .frames import frame_count, within_phases
from .job import Job


@dataclass(frozen=True, eq=False)
class ContactSchedule:
    """When each contact touches, and what.

    Attributes:
        touches: (N, C) whether each contact touches.
        lasts: (N, C) whether it touches the same at the next frame too; after an open clip is none.
        surface: (N, C) what it touches: 0 is the ground, k the job's surface k - 1.
    """

    touches: Flags
    lasts: Flags
    surface: Indices


@dataclass(frozen=True, eq=False)
class HoldSchedule:
    """When each hold holds.

    Attributes:
        holds: (N, H) whether each hold holds.
        lasts: (N, H) whether it holds at the next frame too.
    """

    holds: Flags
    lasts: Flags


def contact_schedule(job: Job) -> ContactSchedule:
    """Of a job whose timings are checked; the later surface where a contact could touch two."""
    n_frames = frame_count(job)
    names = [contact.name for contact in job.character.contacts]
    surfaces = ["", *(surface.name for surface in job.surfaces)]
    during, touched = np.zeros((n_frames, len(names)), bool), np.zeros((n_frames, len(names)), np.intp)
    for timing in job.contact_timings:
        own = within_phases(timing.phases, n_frames, closed=job.cycle is not None)
        c = names.index(timing.contact)
        during[own, c], touched[own, c] = True, surfaces.index(timing.surface)
    # a phase that gives way at once to one on another surface ends a frame before that
    is_left = np.roll(during, -1, 0) & (np.roll(touched, -1, 0) != touched)
    lasts = _lasts(job, during & ~is_left)
    ends = np.roll(lasts, 1, 0) & ~during
    return ContactSchedule(during | ends, lasts, np.where(ends, np.roll(touched, 1, 0), touched))


def hold_schedule(job: Job) -> HoldSchedule:
    """Of a job whose holds are checked."""
    n_frames = frame_count(job)
    during = np.zeros((n_frames, len(job.holds)), bool)
    for i, hold in enumerate(job.holds):
        during[within_phases(hold.phases, n_frames, closed=job.cycle is not None), i] = True
    lasts = _lasts(job, during)
    return HoldSchedule(during | np.roll(lasts, 1, 0), lasts)


def begins(job: Job, lasts: Flags) -> Flags:
    """(N, K) whether what lasts begins, at a frame that has one before."""
    begin = lasts & ~np.roll(lasts, 1, 0)
    begin[0] &= job.cycle is not None
    return begin


def _lasts(job: Job, during: Flags) -> Flags:
    """(N, K) whether what happens ``during`` its phases goes on to the next frame."""
    lasts = during.copy()
    lasts[-1] &= job.cycle is not None
    return lasts
