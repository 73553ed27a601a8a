"""Motions of other timings, aligned by their contacts: touchdown at touchdown, lift-off at lift-off."""

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
    """A clip's motion at the frames of another job, each sampled where its own contacts are as far.

    Between contacts that begin or end, time runs evenly. Where the two do not have the same contacts in the same order,
    it does so from the first frame to the last.

    Args:
        clip: of any timing.
        job: whose frames the motion gets; it is open as the clip is, or a cycle like it.
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


def phase_at(phase: Array, own: Job, job: Job) -> Array:
    """(N,) how far a motion of one job is where that of another one is at a phase; below 0 or above 1 of a cycle alone.

    Args:
        phase: (N,) shares of the other's length.
        own: the one.
        job: the other.
    """
    ours, theirs = _events(own), _events(job)
    if [name for name, _ in ours] != [name for name, _ in theirs]:
        return phase
    a, b = (np.array([at for _, at in events]) for events in (ours, theirs))
    if job.cycle is None:
        inside = (np.minimum(a, b) > SAME) & (np.maximum(a, b) < 1 - SAME)
        a, b = np.concatenate([[0.0, 1.0], a[inside]]), np.concatenate([[0.0, 1.0], b[inside]])
    else:
        b = b % 1
        behind = float(np.angle(np.exp(2j * np.pi * (a - b)).sum())) / (2 * np.pi)
        a = b + behind + (a - b - behind + 0.5) % 1 - 0.5  # of its repetitions the nearest to where all are
        a, b = (np.concatenate([each - 1, each, each + 1]) for each in (a, b))
    known = np.unique(np.round(b, 9))
    if not len(known):
        return phase
    there = np.array([a[np.abs(b - each) < 2 * SAME].mean() for each in known])
    if (np.diff(there) <= 0).any():
        return phase
    return np.asarray(np.interp(phase, known, there))


def _events(job: Job) -> list[tuple[tuple[str, int, bool], float]]:
    """When contacts begin and end, each known by its contact, which of its phases it is, and whether it ends."""
    return sorted(
        ((timing.contact, k, ends), start + share * ends)
        for timing in job.contact_timings
        for k, (start, share) in enumerate(timing.phases)
        for ends in (False, True)
        if share < 1
    )
