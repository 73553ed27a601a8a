"""The force at the first frame of a contact or a hold does no positive work."""

from collections.abc import Sequence

import numpy as np

from ...arrays import Array, Indices
from ...verify.violation import Kind, Place, Violation
from ..reuse import Numbers
from ..rows.component import Component, joined, merged
from ..rows.point_rows import PointRows
from ..rows.point_terms import PointTerms
from ..rows.twist_rows import TwistRows
from ..state import State
from ..tracked_points import TrackedPoint
from ..transcription import Transcription


class Landing(Component):
    """F(t) . (x(t) - x(t-1)) + M(t) sin(turn from t-1 to t) <= 0 at the first frame t of each contact and hold.

    A point that comes to rest at t moves by x(t) - x(t-1) under the force that stops it, and not at all afterwards. The
    row is the work of an inelastic impact, which is never positive (Stewart & Trinkle 1996). On a moving body, and
    for a hold between two bodies, the displacement is relative to the other body. M is the free moment of a patch.

    Every row is a sum of products of an unknown with a row of another component, its displacement.
    """

    is_full = True
    keeps = Numbers.BODIES | Numbers.SURFACES | Numbers.HOLDS

    def __init__(self, transcription: Transcription) -> None:
        self.transcription, variables = transcription, transcription.variables
        contact = np.flatnonzero(
            transcription.timeline.landing[variables.force_frame, variables.force_contact]
        )
        hold = np.flatnonzero(transcription.timeline.grabbing[variables.pull_frame, variables.pull_hold])
        self._contact, self._hold = contact, hold
        twists, twisted, moment = _twists(transcription, contact)
        self._ways: tuple[Component, ...] = (
            _shifts(transcription, contact, hold),
            *([twists] if len(moment) else []),
        )
        force = [variables.force[contact].ravel(), variables.pull[hold].ravel(), variables.moment[moment]]
        n = len(contact) + len(hold)
        self._row = np.concatenate([np.repeat(np.arange(n), 3), twisted])
        self._force = np.concatenate(force)
        self.lower, self.upper = np.full(n, -np.inf), np.zeros(n)
        self._rows = np.split(
            np.arange(len(self._row)), np.cumsum([len(way.lower) for way in self._ways])[:-1]
        )

        slopes = [(rows[way.jacobian_pattern[0]], way.jacobian_pattern[1]) for rows, way in self._each()]
        self._way_row, self._moved = joined(slopes)  # of each entry, and the unknown
        entries = joined([(self._row[self._way_row], self._moved), (self._row, self._force)])
        self.jacobian_pattern, self._slot = merged(entries, variables.size)
        pushed = self._force[self._way_row]
        across = np.maximum(pushed, self._moved), np.minimum(pushed, self._moved)
        self.hessian_pattern = joined([*(way.hessian_pattern for way in self._ways), across])

    def values(self, state: State) -> Array:
        return np.asarray(np.bincount(self._row, state.x[self._force] * self._way(state), len(self.upper)))

    def jacobian(self, state: State) -> Array:
        moved = state.x[self._force[self._way_row]] * self._slopes(state)
        entries = np.concatenate([moved, self._way(state)])
        return np.asarray(np.bincount(self._slot, entries, len(self.jacobian_pattern[0])))

    def hessian(self, state: State, multipliers: Array) -> Array:
        pushed = multipliers[self._row] * state.x[self._force]
        parts = [way.hessian(state, pushed[rows]) for rows, way in self._each()]
        return np.concatenate([*parts, multipliers[self._row[self._way_row]] * self._slopes(state)])

    def point_weights(self, state: State, multipliers: Array) -> Array | None:
        pushed, weights = multipliers[self._row] * state.x[self._force], None
        for rows, way in self._each():
            part = way.point_weights(state, pushed[rows])
            if part is not None:
                weights = part if weights is None else weights + part
        return weights

    def violation(self, row: int, amount: float) -> Violation:
        transcription, v, n = self.transcription, self.transcription.variables, len(self._contact)
        gained = amount * transcription.force_scale
        if row < n:
            k = self._contact[row]
            return self.of_contact(Kind.LANDING, int(v.force_contact[k]), v.force_frame[k], gained, "J")
        k = self._hold[row - n]
        hold = transcription.job.holds[v.pull_hold[k]]
        place, constraint = (
            Place(transcription.when(v.pull_frame[k]), hold.body_a),
            f"job.holds[{v.pull_hold[k]}]",
        )
        return Violation(Kind.GRABBING, (hold.name,), gained, "J", place, constraint)

    def _each(self) -> Sequence[tuple[Indices, Component]]:
        """Components of displacements, with the indices of their rows among all."""
        return tuple(zip(self._rows, self._ways, strict=True))

    def _way(self, state: State) -> Array:
        return np.concatenate([way.values(state) for way in self._ways])

    def _slopes(self, state: State) -> Array:
        return np.concatenate([way.jacobian(state) for way in self._ways])


def _shifts(transcription: Transcription, force: Indices, pull: Indices) -> PointRows:
    """Rows of x(t) - x(t-1), three each: along the axes of contact forces, then along the world's for holds."""
    variables, timeline, points = transcription.variables, transcription.timeline, transcription.points
    frame, contact = variables.force_frame[force], variables.force_contact[force]
    axes = transcription.plane_turn[force].swapaxes(1, 2).reshape(-1, 3)
    terms = _ways(frame, contact, axes, timeline.carrier[frame, contact])
    frame, hold = variables.pull_frame[pull], variables.pull_hold[pull]
    axes, world = np.tile(np.eye(3), (len(pull), 1)), np.full(len(pull), -1)
    ends = [
        [TrackedPoint(h.body_a, h.point_a), TrackedPoint(h.body_b, h.point_b)]
        for h in transcription.job.holds
    ]
    for end, sign in enumerate((1.0, -1.0)):  # minus the displacement of the second body, if any
        points_of_holds = [points.index(both[end]) if both[end].body else -1 for both in ends]
        displacements = _ways(
            frame, np.array(points_of_holds, np.intp)[hold], sign * axes, world, first=3 * len(force)
        )
        terms = terms.followed_by(displacements.only(displacements.point >= 0))
    none = np.zeros(3 * (len(force) + len(pull)))
    return PointRows(transcription, terms, none, none)


def _ways(frame: Indices, point: Indices, axes: Array, carrier: Indices, *, first: int = 0) -> PointTerms:
    """Terms of axis . (x(t) - x(t-1)) of points at frames t (K,), along axes (3 K, 3), in rows from the first on."""
    at = np.repeat(frame, 3)
    return PointTerms(
        row=first + np.tile(np.arange(len(axes)), 2),
        frame=np.concatenate([at + 1, at]),
        point=np.tile(np.repeat(point, 3), 2),
        direction=np.concatenate([axes, -axes]),
        carrier=np.tile(np.repeat(carrier, 3), 2),
    )


def _twists(transcription: Transcription, force: Indices) -> tuple[TwistRows, Indices, Indices]:
    """Rotations of landing patches, with the indices of their landing contacts and moments."""
    v = transcription.variables
    row_of = {(int(v.force_frame[k]), int(v.force_contact[k])): row for row, k in enumerate(force)}
    patches = [
        (row_of[at], moment)
        for moment, at in enumerate(zip(v.moment_frame.tolist(), v.moment_contact.tolist(), strict=True))
        if at in row_of
    ]
    row, moment = np.array(patches, np.intp).reshape(-1, 2).T
    frame = v.moment_frame[moment]
    return TwistRows(transcription, frame, v.moment_contact[moment], frame), row, moment
