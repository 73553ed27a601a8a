"""Phases between touchdowns and lift-offs, with unknown durations and even steps within each.

Winkler et al. 2018 (Gait and trajectory optimization for legged systems through phase-based end-effector
parameterization) optimize the durations of each foot's phases; here, phases are those of the whole body.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import scipy.sparse

from ...arrays import Array
from ...verify.violation import Kind
from ..rows.stretches import MeanBound
from ..timeline import Timeline
from ..transcription import Transcription
from .free_timings import FreeTimings

TINY = 1e-9  # of the clip; a phase that ends on a frame ends before it in spite of rounding


@dataclass(frozen=True)
class _Touch:
    """One phase of one contact as frames of the whole clip, the first and the one after its last.

    Attributes:
        name: of the contact.
        first, last: frames.
        unknown: index of its start among the free timings, followed by its duration; -1 if given.
        leader: the unknown that it follows instead; -1: none.
    """

    name: str
    first: int
    last: int
    unknown: int = -1
    leader: int = -1


class Phases:
    """The phases of one job whose timings are free.

    Args:
        free: its free timings.
        values: (U,) of the free timings.
        timeline: of the job at these values.

    Touchdowns and lift-offs are at frames, so each step between frames belongs to one phase.

    Attributes:
        shares: (S, P) 1 where a step belongs to a phase, else 0.
    """

    def __init__(self, free: FreeTimings, values: Array, timeline: Timeline) -> None:
        self._free, self._values, self._timeline = free, values, timeline
        self._length = free.job_at(values).timing.length
        self._given = free.periodic & (free.lower == free.upper)  # start of a cycle that may begin anywhere
        self.shares = _shares(timeline, begins_anywhere=bool(self._given.any()))
        self._n_steps = len(self.shares) * (2 if timeline.mirror else 1)  # of the whole clip

    @property
    def count(self) -> int:
        """P."""
        return self.shares.shape[1]

    def matrix(self, transcription: Transcription) -> scipy.sparse.csr_array:
        """(size of x, size of c) M of x = M c; c holds all other unknowns, then one step per phase."""
        kept = scipy.sparse.eye_array(int(transcription.variables.steps[0]))
        shares = np.vstack([self.shares, self.shares.mean(0)])
        return scipy.sparse.csr_array(scipy.sparse.block_diag([kept, shares]))

    def length_bounds(self) -> tuple[float, float]:
        """Bounds of the length over that at the values; fixed for a turning cycle, whose yaw would change."""
        job = self._free.job
        if not job.timing.free or (job.cycle and job.cycle.yaw):
            return 1.0, 1.0
        return float(self._free.lower[0] / self._length), float(self._free.upper[0] / self._length)

    def stretches(self) -> tuple[MeanBound, ...]:
        """Bounds on sums of steps from given timings and the bounds of free ones, without duplicates."""
        kept: list[MeanBound] = []
        known = np.empty((0, self.count))
        for stretch in self._stretches():
            if stretch.lower == stretch.upper:
                row = (stretch.weights - stretch.lower) @ self.shares
                more = np.vstack([known, row])
                if np.linalg.matrix_rank(more, tol=1e-6) == len(known):
                    continue
                known = more
            kept.append(stretch)
        return tuple(kept)

    def times(self, steps: Array) -> Array:
        """(N,) of the whole clip's frames as fractions of its length."""
        return self._cumulated(steps)[: len(self._timeline.active) * (2 if self._timeline.mirror else 1)]

    def values(self, steps: Array, length: float) -> Array:
        """(U,) free timings at steps (S,) and a length relative to that at the first values."""
        time, found = self._cumulated(steps), self._values.copy()
        if self._free.job.timing.free:
            found[0] = length * self._length
        for touch in self._touches():
            if touch.unknown >= 0:
                begin, end = (self._moment(time, frame) for frame in (touch.first, touch.last))
                found[touch.unknown : touch.unknown + 2] = begin, end - begin
        if self._given.any():
            starts = self._free.periodic
            found[starts] -= (found - self._values)[self._given][0]
        return found

    def _moment(self, time: Array, frame: int) -> float:
        """Time of a frame, which may be in another lap of a cycle."""
        laps, frame = divmod(frame, self._n_steps) if self._timeline.cycle else (0, frame)
        return float(laps + time[min(max(frame, 0), self._n_steps)])

    def _cumulated(self, steps: Array) -> Array:
        time = np.append(0.0, np.cumsum(np.tile(steps, self._n_steps // len(steps))))
        return np.asarray(time / time[-1])

    def _touches(self) -> Iterator[_Touch]:
        unknown, indices = 1 if self._free.job.timing.free else 0, {}
        for i, (timing, follow) in enumerate(
            zip(self._free.job.contact_timings, self._free.follows, strict=True)
        ):
            indices[i] = unknown
            for k, (start, duration) in enumerate(timing.phases):
                if timing.free and follow is None:
                    start, duration = self._values[unknown : unknown + 2]
                    yield self._touch(timing.contact, start, duration, unknown=unknown)
                    unknown += 2
                elif follow is not None:
                    leader = indices[follow[0]] + 2 * k
                    start, duration = self._values[leader] + follow[1], self._values[leader + 1]
                    yield self._touch(timing.contact, start, duration, leader=leader)
                else:
                    yield self._touch(timing.contact, start, duration)

    def _touch(self, name: str, start: float, duration: float, **which: int) -> _Touch:
        first, last = (math.ceil((t - TINY) * self._n_steps) for t in (start, start + duration))
        return _Touch(name, first, last, **which)

    def _stretches(self) -> Iterator[MeanBound]:
        touches = [touch for touch in self._touches() if touch.last > touch.first]
        own = {touch.unknown: touch for touch in touches if touch.unknown >= 0}
        for touch in touches:
            start, duration = (0, touch.first), (touch.first, touch.last)
            ends = self._timeline.cycle is not None or touch.last < self._n_steps  # with a lift-off
            if touch.unknown >= 0:
                if not self._free.periodic[touch.unknown]:
                    yield from self._within(Kind.PHASE_START, touch.name, start, touch.unknown)
                if ends:
                    yield from self._within(Kind.PHASE_DURATION, touch.name, duration, touch.unknown + 1)
            elif touch.leader < 0:
                yield self._same(Kind.PHASE_START, touch.name, start)
                if ends:
                    yield self._same(Kind.PHASE_DURATION, touch.name, duration)
            elif touch.leader in own and not self._timeline.mirror:
                leader = own[touch.leader]
                yield self._same(Kind.PHASE_START, touch.name, (leader.first, touch.first))
                yield self._same(Kind.PHASE_DURATION, touch.name, duration, (leader.first, leader.last))

    def _within(self, kind: Kind, contact: str, span: tuple[int, int], unknown: int) -> Iterator[MeanBound]:
        """A free timing's bounds, widened by rounding to frames, unless they allow everything."""
        lower, upper = self._free.lower[unknown], self._free.upper[unknown]
        now = float(self._weights(span).mean())
        if lower == upper:
            yield self._same(kind, contact, span)
        elif lower > 0 or upper < 1:
            yield MeanBound(kind, contact, self._weights(span), min(lower, now), max(upper, now))

    def _same(
        self, kind: Kind, contact: str, span: tuple[int, int], other: tuple[int, int] = (0, 0)
    ) -> MeanBound:
        """Fixes a duration, or its difference from another."""
        weights = self._weights(span) - self._weights(other)
        now = float(weights.mean())
        return MeanBound(kind, contact, weights, now, now)

    def _weights(self, span: tuple[int, int]) -> Array:
        """(S,) how often each step lies in a span, divided by how often it lies in the clip."""
        n, (first, last) = len(self.shares), span
        if self._timeline.cycle is None:  # nothing lasts beyond its ends
            first, last = max(first, 0), min(last, n)
        return np.bincount(np.arange(first, last) % n, minlength=n) * n / self._n_steps


def frames_of(free: FreeTimings, values: Array) -> int:
    """Number of frames of the whole clip at some timings."""
    timing = free.job_at(values).timing
    return round(timing.length * timing.fps)


def snapped(free: FreeTimings, values: Array) -> Array:
    """(U,) the timings rounded to frames within their bounds, so that no phase vanishes.

    A cycle's length becomes a whole number of frames. An open clip's stays within its bounds, because gravity may
    determine it exactly.
    """
    job, values = free.job, values.copy()
    if job.timing.free:
        frame = (2 if job.cycle.mirrored else 1) / job.timing.fps if job.cycle else 0.0
        length = round(values[0] / frame) * frame if frame else values[0]
        values[0] = np.clip(length, free.lower[0], free.upper[0])
    n = frames_of(free, values)
    for k in range(1 if job.timing.free else 0, len(values), 2):
        begin, end = round(values[k] * n) / n, round((values[k] + values[k + 1]) * n)
        values[k] = begin if free.periodic[k] else np.clip(begin, free.lower[k], free.upper[k])
        if free.lower[k] == free.upper[k]:
            values[k] = free.lower[k]
        first = math.ceil((values[k] - TINY) * n)
        values[k + 1] = np.clip(max(end, first + 1) / n - values[k], free.lower[k + 1], free.upper[k + 1])
    return values


def _shares(timeline: Timeline, *, begins_anywhere: bool) -> Array:
    """(S, P); the first phase continues the last one where the cycle may begin anywhere, which has no holds."""
    touched = np.where(timeline.lasting, timeline.surface, -1)[timeline.pairs]  # during each step
    state = np.concatenate([touched, timeline.held_on[timeline.pairs]], axis=1)
    begins = np.append(True, (state[1:] != state[:-1]).any(1))
    if begins_anywhere and begins[1:].any():
        begins[0] = (touched[0] != touched[-1, timeline.source_contact[0]]).any()
    phase = (np.cumsum(begins) - 1) % np.count_nonzero(begins)
    return np.eye(phase.max() + 1)[phase]
