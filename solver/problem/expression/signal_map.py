"""Signals of some frames as linear maps of the unknowns and the tracked points."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import scipy.sparse

from ...arrays import Array, Indices
from ...expression.signals import (
    BodyPoints,
    Coordinate,
    Force,
    Gain,
    Length,
    MuscleTorque,
    Share,
    Signal,
    Step,
)
from ..checks.terms import refuse_moving_axes
from ..transcription import Transcription
from .repeats import Repeated, Repeats
from .rest_points import rest_point
from .samples import Samples
from .stencils import FROM_FIRST, FROM_LAST, STEP, Stencil, is_mid_step, order_of, stencil

TINY = 1e-12  # shares below this are rounding


@dataclass
class _Entries:
    """Entries of the maps, collected part by part.

    Attributes:
        unknown: (row, index of the unknown, factor) of each part.
        point: (row, frame, point, direction (F, 3)) of each part.
        constant: (row, value) of each part.
    """

    unknown: list[tuple[Indices, Indices, Array]] = field(default_factory=list)
    point: list[tuple[Indices, Indices, Indices, Array]] = field(default_factory=list)
    constant: list[tuple[Indices, Array]] = field(default_factory=list)


class SignalMap:
    """s = A x + B points + c for K signals at I times; rows of A and B are ordered by time.

    Every point refers to one of the frames with unknowns: frames beyond an end, and the second half of a mirrored
    cycle, are transformed to them.

    Args:
        transcription: of the problem.
        signals: K.
        samples: I, for signals that name no frame.

    Attributes:
        unknown_row, unknown_index, unknown_factor: entries of A.
        point_row, point_frame, point: of B, each with a ``direction`` (3,).
        constant: c.
    """

    def __init__(self, transcription: Transcription, signals: tuple[Signal, ...], samples: Samples) -> None:
        self._transcription, self._repeats = transcription, Repeats(transcription)
        self.n_samples, self.n_signals = len(samples), len(signals)
        self._n_frames, self._n_points = transcription.timeline.n_frames, len(transcription.points)
        self._entries, self._known = _Entries(), dict[bytes, Repeated]()
        self._index_of = {(p.body, p.point): i for i, p in reversed(list(enumerate(transcription.points)))}
        for k, signal in enumerate(signals):
            self._add(signal, np.arange(len(samples)) * len(signals) + k, samples)
        e, none = self._entries, np.empty(0, np.intp)
        unknown = [np.concatenate([none, *(part[j] for part in e.unknown)]) for j in range(3)]
        point = [np.concatenate([none, *(part[j] for part in e.point)]) for j in range(3)]
        self.unknown_row, self.unknown_index = (part.astype(np.intp) for part in unknown[:2])
        self.unknown_factor: Array = unknown[2].astype(float)
        self.point_row, self.point_frame, self.point = (part.astype(np.intp) for part in point)
        self.direction = np.concatenate([np.empty((0, 3)), *(part[3] for part in e.point)])
        rows = len(samples) * len(signals)
        self.constant = np.zeros(rows)
        for row, value in e.constant:
            self.constant[row] += value

    @cached_property
    def _a(self) -> scipy.sparse.csr_array:
        shape = (len(self.constant), self._transcription.variables.size)
        return scipy.sparse.csr_array(
            (self.unknown_factor, (self.unknown_row, self.unknown_index)), shape=shape
        )

    @cached_property
    def _b(self) -> scipy.sparse.csr_array:
        at = self.point_frame * self._n_points + self.point
        column = (at[:, None] + np.arange(3) * self._n_frames * self._n_points).ravel()
        shape = (len(self.constant), 3 * self._n_frames * self._n_points)
        return scipy.sparse.csr_array(
            (self.direction.ravel(), (np.repeat(self.point_row, 3), column)), shape=shape
        )

    @cached_property
    def _b_transposed(self) -> scipy.sparse.csr_array:
        return self._b.T.tocsr()

    def values(self, x: Array, points: Array) -> Array:
        """(K, I) at the unknowns and the points (3, N, P) of their frames."""
        rows = self._a @ x + self.constant
        if len(self.point_row):
            rows = rows + self._b @ points.ravel()
        return np.asarray(rows).reshape(self.n_samples, self.n_signals).T

    def point_weights(self, weights: Array) -> Array:
        """(3, N, P) B^T of weights (I, K)."""
        return np.asarray(self._b_transposed @ weights.ravel()).reshape(3, self._n_frames, self._n_points)

    def _moved(self, frames: Indices) -> Repeated:
        """Frames as images of those with unknowns, cached for all signals."""
        images = self._known.get(frames.tobytes())
        if images is None:
            images = self._known[frames.tobytes()] = self._repeats.of(frames)
        return images

    def _add(self, signal: Signal, row: Indices, samples: Samples) -> None:
        if signal.frame is not None:
            samples = Samples(np.full(len(samples), self._repeats.inside(signal.frame)))
        if isinstance(signal, Gain):
            for offset, weight in STEP:
                self._add_frames(signal.of, row, samples.frames + signal.offset + offset, weight)
            return
        if isinstance(signal, Step | Share | Length):
            self._durations(signal, row, samples)
            return
        per_time = (1 / self._transcription.timeline.step) ** order_of(signal)
        for some, weights in self._differences(signal, samples):
            for offset, weight in weights:
                self._add_frames(signal, row[some], samples.frames[some] + offset, weight * per_time)

    def _add_frames(self, signal: Signal, row: Indices, frames: Indices, factor: float) -> None:
        if isinstance(signal, BodyPoints):
            self._points(signal, row, frames, factor)
        elif isinstance(signal, Coordinate):
            self._coordinate(signal, row, frames, factor)
        elif isinstance(signal, MuscleTorque):
            self._torque(signal, row, frames, factor)
        elif isinstance(signal, Force):
            self._force(signal, row, frames, factor)
        else:
            raise TypeError(f"{signal} is a constant")

    def _durations(self, signal: Step | Share | Length, row: Indices, samples: Samples) -> None:
        """Unknown steps and their sum."""
        timeline, variables = self._transcription.timeline, self._transcription.variables
        if isinstance(signal, Length):
            unknown = np.full(len(row), variables.length[0])
            self._entries.unknown.append(
                (row, unknown, np.full(len(row), self._transcription.job.timing.length))
            )
            return
        offsets: Stencil = ((signal.offset, 1.0),) if isinstance(signal, Step) else ((0, 1.0),)
        if isinstance(signal, Share) and not samples.between:
            offsets = ((-1, 0.5), (0, 0.5))  # half of each step beside the frame
        for offset, weight in offsets:
            first = samples.frames + offset
            used = self._repeats.exists(first) & self._repeats.exists(first + 1)
            unknown = variables.steps[first[used] % len(timeline.pairs)]
            self._entries.unknown.append((row[used], unknown, np.full(len(unknown), weight * timeline.step)))

    def _differences(self, signal: Signal, samples: Samples) -> list[tuple[Indices, Stencil]]:
        """Samples and the stencil of the signal there, one-sided at an open clip's ends."""
        inner = stencil(signal, between=samples.between)
        if samples.between or not is_mid_step(signal):
            return [(np.arange(len(samples)), inner)]
        is_last = ~self._repeats.exists(samples.frames + 1)
        is_first = ~self._repeats.exists(samples.frames - 1)
        cases = ((is_first, FROM_FIRST), (is_last, FROM_LAST), (~is_first & ~is_last, inner))
        return [(np.flatnonzero(some), weights) for some, weights in cases if some.any()]

    def _points(self, signal: BodyPoints, row: Indices, frames: Indices, factor: float) -> None:
        r = self._moved(frames)
        component = signal.component
        weight = sum(w for _, _, w in signal.terms)
        self._entries.constant.append((row, factor * weight * r.shift[:, component]))
        self._follow_length(row, factor * weight * r.shift_slope[:, component])
        character = self._transcription.job.character
        for body, offset, w in signal.terms:
            index = self._index_of[character.bodies[body].name, rest_point(character, body, offset)]
            point = np.where(r.mirrored, self._transcription.images[index], index)
            self._entries.point.append((row, r.source, point, factor * w * r.turn[:, component]))

    def _coordinate(self, signal: Coordinate, row: Indices, frames: Indices, factor: float) -> None:
        r, tree, q = self._moved(frames), self._transcription.tree, self._transcription.variables.q
        for dof, share in self._repeats.dofs(signal.dof, r):
            used = np.abs(share) > TINY
            self._entries.unknown.append((row[used], q[r.source, dof][used], factor * share[used]))
        if not tree.rotation[signal.dof]:
            self._entries.constant.append((row, factor * self._repeats.base(signal.dof, r)))
            self._follow_length(row, factor * (r.shift_slope @ tree.axis[signal.dof]))

    def _torque(self, signal: MuscleTorque, row: Indices, frames: Indices, factor: float) -> None:
        variables, r = self._transcription.variables, self._moved(frames)
        column = np.full(self._transcription.tree.n, -1)
        column[variables.actuated] = np.arange(len(variables.actuated))
        number = np.full(self._n_frames, -1)
        number[self._transcription.timeline.dynamic] = np.arange(len(self._transcription.timeline.dynamic))
        for dof, share in self._repeats.dofs(signal.dof, r):
            used = np.flatnonzero((column[dof] >= 0) & (number[r.source] >= 0) & (np.abs(share) > TINY))
            unknown = variables.torque[number[r.source[used]], column[dof[used]]]
            self._entries.unknown.append(
                (row[used], unknown, factor * self._transcription.force_scale * share[used])
            )

    def _force(self, signal: Force, row: Indices, frames: Indices, factor: float) -> None:
        transcription, variables, r = (
            self._transcription,
            self._transcription.variables,
            self._moved(frames),
        )
        mirror = transcription.timeline.mirror
        image = mirror.contacts[signal.contact] if mirror else signal.contact
        number = np.full((self._n_frames, len(transcription.job.character.contacts)), -1)
        number[variables.force_frame, variables.force_contact] = np.arange(len(variables.force))
        force = number[r.source, np.where(r.mirrored, image, signal.contact)]
        used = np.flatnonzero(force >= 0)
        if np.isin(force[used], transcription.on_moving_surface).any():
            refuse_moving_axes(transcription.job.character.contacts[signal.contact].name)
        to_world = transcription.plane_turn[force[used]]
        share = np.einsum("fr,frk->fk", r.turn[used, signal.component], to_world)
        for axis in range(3):
            unknown = variables.force[force[used], axis]
            some = np.abs(share[:, axis]) > TINY
            newtons = factor * transcription.force_scale * share[some, axis]
            self._entries.unknown.append((row[used][some], unknown[some], newtons))

    def _follow_length(self, row: Indices, displacement: Array) -> None:
        """Adds the displacement of rows with an unknown length, of which the constant already includes 1."""
        unknown = self._transcription.variables.length
        moved = np.flatnonzero(np.abs(displacement) > TINY) if len(unknown) else np.empty(0, np.intp)
        self._entries.unknown.append(
            (row[moved], np.full(len(moved), unknown[:1].sum()), displacement[moved])
        )
        self._entries.constant.append((row[moved], -displacement[moved]))
