"""The equations of motion at a few frames of a long clip while all others stay.

The equations of a frame contain the coordinates of its neighbors and its own forces. Those of a run of frames are
therefore the equations of an open clip that has these frames and one more on either side.
"""

from copy import copy
from dataclasses import fields, replace
from functools import cached_property

import numpy as np

from ...arrays import Array, Indices
from ...mechanics.dynamics import Dynamics
from ...mechanics.kinematics import Pose
from ...verify.violation import Violation
from ..rows.component import Component, Pattern, keys
from ..state import State
from ..timeline import Timeline
from ..transcription import Transcription
from ..variables import make_variables
from .equations_of_motion import EquationsOfMotion

AT_FRAMES = ("active", "lasting", "landing", "surface", "carrier", "held", "held_on", "grabbing")


class FramesOfMotion(Component):
    """The rows of ``EquationsOfMotion``, in the same order, evaluated only at some frames.

    Values and derivatives of the other rows are 0; callers must leave them out.

    Args:
        equations: equations of all frames, at even steps.
        others: state of the other frames.
        first: first frame of the run, which has no equations itself.
        last: last frame of the run, which has none either.
    """

    is_full = True

    def __init__(self, equations: EquationsOfMotion, others: State, first: int, last: int) -> None:
        self.transcription = equations.transcription
        self.lower, self.upper = equations.lower, equations.upper
        self.jacobian_pattern, self.hessian_pattern = equations.jacobian_pattern, equations.hessian_pattern
        self._equations, self._beside, self._frames = equations, others, slice(first, last + 1)
        self._cut = _cut(equations.transcription, first, last)
        self._unknown = _unknowns(equations.transcription, self._cut, first)
        self._part = EquationsOfMotion(self._cut)
        start = (
            first + 1 - int(equations.transcription.timeline.dynamic[0])
        ) * equations.transcription.tree.n
        self._rows = slice(start, start + len(self._part.lower))
        row, column = self._part.jacobian_pattern
        size = equations.transcription.variables.size
        self._jacobian_at = _found((row + start, self._unknown[column]), self.jacobian_pattern, size)
        a, b = (self._unknown[each] for each in self._part.hessian_pattern)
        self._hessian_at = _found((np.maximum(a, b), np.minimum(a, b)), self.hessian_pattern, size)

    def state(self, x: Array) -> "StateNear":
        """State of the whole clip at x (size,), with only these frames' poses evaluated."""
        return StateNear(self._beside, x, State(self._cut, x[self._unknown]), self._frames)

    def values(self, state: State) -> Array:
        g = np.zeros(len(self.lower), state.x.dtype)
        g[self._rows] = self._part.values(_run_of(state))
        return g

    def jacobian(self, state: State) -> Array:
        entries = np.zeros(len(self.jacobian_pattern[0]), state.x.dtype)
        entries[self._jacobian_at] = self._part.jacobian(_run_of(state))
        return entries

    def hessian(self, state: State, multipliers: Array) -> Array:
        return self.hessian_with_points(state, multipliers, np.zeros_like(state.forces))

    def hessian_with_points(self, state: State, multipliers: Array, point_weights: Array) -> Array:
        """See ``EquationsOfMotion``; for points at these frames."""
        values = self._part.hessian_with_points(
            _run_of(state), multipliers[self._rows], point_weights[:, self._frames]
        )
        return np.asarray(np.bincount(self._hessian_at, values, len(self.hessian_pattern[0])))

    def violation(self, row: int, amount: float) -> Violation:
        return self._equations.violation(row, amount)


class StateNear(State):
    """A state that differs from another only at a run of frames.

    Args:
        base: the other state.
        x: (size,) unknowns.
        run: state of these frames as a separate clip.
        frames: extended frames of the run.
    """

    def __init__(self, base: State, x: Array, run: State, frames: slice) -> None:
        super().__init__(base.transcription, x)
        self.run, self._beside, self._frames = run, base, frames

    @cached_property
    def pose(self) -> Pose:
        """Of the extended frames."""
        at, parts = slice(self._frames.start + 1, self._frames.stop + 1), {}
        for each in fields(Pose):
            whole = getattr(self._beside.pose, each.name).copy()
            whole[..., at, :] = getattr(self.run.pose, each.name)[..., 1:-1, :]
            parts[each.name] = whole
        return Pose(**parts)


def _run_of(state: State) -> State:
    assert isinstance(state, StateNear)
    return state.run


def _cut(transcription: Transcription, first: int, last: int) -> Transcription:
    """Frames ``first`` to ``last`` as an open clip."""
    whole, job = transcription.timeline, transcription.job
    frames = slice(first, last + 1)
    timeline: Timeline = replace(
        whole,
        n_frames=last + 1 - first,
        cycle=None,
        heading=whole.heading[first : last + 3],
        joints=None if whole.joints is None else whole.joints.at(slice(first, last + 3)),
        **{name: getattr(whole, name)[frames] for name in AT_FRAMES},
    )
    kinematics = copy(transcription.kinematics)  # a copy, because it caches constants for a number of frames
    dynamics = Dynamics(
        kinematics,
        step=whole.step,
        gravity=np.array(job.gravity),
        force_scale=transcription.force_scale,
        pair_weight=timeline.pair_weight,
    )
    variables = make_variables(job.character, transcription.tree, timeline)
    return replace(
        transcription, timeline=timeline, kinematics=kinematics, dynamics=dynamics, variables=variables
    )


def _unknowns(full: Transcription, cut: Transcription, first: int) -> Indices:
    """(size of the cut,) index in the whole of each unknown of the cut."""
    ours, theirs, last = cut.variables, full.variables, first + cut.timeline.n_frames - 1
    unknown = np.empty(ours.size, np.intp)
    unknown[ours.q] = theirs.q[first : last + 1]
    dynamic = full.timeline.dynamic
    unknown[ours.torque] = theirs.torque[(dynamic > first) & (dynamic < last)]
    for name in ("force", "moment", "pull"):
        frame = getattr(theirs, f"{name}_frame")
        unknown[getattr(ours, name)] = getattr(theirs, name)[(frame > first) & (frame < last)]
    return unknown


def _found(entries: Pattern, pattern: Pattern, size: int) -> Indices:
    """(K,) indices of entries (K,) in a pattern."""
    rows, columns = pattern
    is_near = np.zeros(size, bool)
    is_near[entries[0]] = True
    near = np.flatnonzero(is_near[rows])
    pattern_keys = keys((rows[near], columns[near]), size)
    order = np.argsort(pattern_keys, kind="stable")
    indices: Indices = near[order[np.searchsorted(pattern_keys, keys(entries, size), sorter=order)]]
    return indices
