"""Time alignment of motions by their contacts: touchdown at touchdown, lift-off at lift-off."""

from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..clip.clip import Clip
from ..job.frames import frame_count
from ..job.job import Job
from ..motion.at_frames import at_frames
from ..motion.motion import Motion

SAME = 1e-9  # shares of a motion's length


def aligned(clip: Clip, job: Job) -> Motion:
    """A clip's motion resampled at the frames of another job, aligned by contacts.

    Time is linear between touchdowns and lift-offs, or from the first frame to the last if the two do not have the same
    contacts in the same order.

    Args:
        clip: of any timing.
        job: with the frames; open if the clip is, else cyclic.
    """
    motion, n = clip.motion, frame_count(job)
    closed = motion.cycle is not None
    phase = np.arange(n) / (n if closed else n - 1)
    own = phase_at(phase, clip.job, job)
    if len(own) == motion.n_frames and np.abs(own - phase).max() < SAME:
        return motion
    frame = own * (motion.n_frames if closed else motion.n_frames - 1)
    step = job.timing.length / (n if closed else n - 1)
    return replace(at_frames(motion, frame, step), cycle=motion.cycle, heading=motion.heading)


def phase_at(phase: Array, source: Job, job: Job) -> Array:
    """(N,) phase of one job that corresponds to a phase of another; in a cycle possibly below 0 or above 1.

    Args:
        phase: (N,) of the other job, from 0 to 1.
        source: the one.
        job: the other.
    """
    ours, theirs = _events(source), _events(job)
    if [name for name, _ in ours] != [name for name, _ in theirs]:
        return phase
    a, b = (np.array([at for _, at in events]) for events in (ours, theirs))
    if job.cycle is None:
        inside = (np.minimum(a, b) > SAME) & (np.maximum(a, b) < 1 - SAME)
        a, b = np.concatenate([[0.0, 1.0], a[inside]]), np.concatenate([[0.0, 1.0], b[inside]])
    else:
        b = b % 1
        behind = float(np.angle(np.exp(2j * np.pi * (a - b)).sum())) / (2 * np.pi)
        a = b + behind + (a - b - behind + 0.5) % 1 - 0.5  # the repetition nearest to the mean offset
        a, b = (np.concatenate([each - 1, each, each + 1]) for each in (a, b))
    known = np.unique(np.round(b, 9))
    if not len(known):
        return phase
    there = np.array([a[np.abs(b - each) < 2 * SAME].mean() for each in known])
    if (np.diff(there) <= 0).any():
        return phase
    return np.asarray(np.interp(phase, known, there))


def _events(job: Job) -> list[tuple[tuple[str, int, bool], float]]:
    """Times of touchdowns and lift-offs, identified by contact, index of the phase, and whether it ends."""
    return sorted(
        ((timing.contact, k, ends), start + share * ends)
        for timing in job.contact_timings
        for k, (start, share) in enumerate(timing.phases)
        for ends in (False, True)
        if share < 1
    )
