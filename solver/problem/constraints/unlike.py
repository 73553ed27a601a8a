"""Motions differ from others."""

import numpy as np

from ...arrays import Array
from ...job.constraints.unlike import Unlike
from ...job.objectives.pose_closeness import PoseCloseness
from ...rotations import matrix_from_quaternion
from ...verify.violation import Kind, Violation
from ..objectives.pose_closeness import PoseSum
from ..reuse import Numbers
from ..rows.component import Component, joined
from ..state import State
from ..transcription import Transcription


class UnlikeRows(Component):
    """d^2 / at_least^2 >= 1 for every Unlike, d^2 the mean over time of sum_b w_b |e_b - e'_b|^2."""

    is_full = True
    keeps = Numbers.BODIES | Numbers.STEP | Numbers.CONSTRAINTS

    def __init__(self, transcription: Transcription) -> None:
        self.transcription = transcription
        asked = [(k, c) for k, c in enumerate(transcription.job.constraints) if isinstance(c, Unlike)]
        self._asked = [f"job.constraints[{k}]" for k, _ in asked]
        self._least = np.array([unlike.at_least for _, unlike in asked])
        self._sums = [
            PoseSum(transcription, PoseCloseness(unlike.bodies), directions=_long_axes(transcription, unlike))
            for _, unlike in asked
        ]
        # the sums are integrals of half the weights' mean
        weights = np.array([sum(body.weight for body in unlike.bodies) for _, unlike in asked])
        seconds = transcription.timeline.n_frames * transcription.timeline.step
        self._scale = 2 * weights / (seconds * self._least**2)
        self.lower, self.upper = np.ones(len(asked)), np.full(len(asked), np.inf)
        none = (np.empty(0, np.intp),) * 2
        rows = [
            (np.full_like(row, k), column)
            for k, (row, column) in enumerate(s.jacobian_pattern for s in self._sums)
        ]
        self.jacobian_pattern = joined([none, *rows])
        self.hessian_pattern = joined([none, *(s.hessian_pattern for s in self._sums)])

    def values(self, state: State) -> Array:
        return self._scale * np.array([float(each.values(state)[0]) for each in self._sums])

    def jacobian(self, state: State) -> Array:
        parts = (scale * each.jacobian(state) for scale, each in zip(self._scale, self._sums, strict=True))
        return np.concatenate([np.empty(0), *parts])

    def hessian(self, state: State, multipliers: Array) -> Array:
        factors = (self._scale * multipliers)[:, None]
        parts = (each.hessian(state, factor) for factor, each in zip(factors, self._sums, strict=True))
        return np.concatenate([np.empty(0), *parts])

    def violation(self, row: int, amount: float) -> Violation:
        least = float(self._least[row])
        short = least * (1 - float(np.sqrt(max(0.0, 1 - amount))))
        return Violation(Kind.UNLIKE, amount=short, unit="m", constraint=self._asked[row])


def _long_axes(transcription: Transcription, unlike: Unlike) -> Array:
    """(D, 3, 1) along the compared bodies, in the rest pose."""
    character = transcription.job.character
    bodies = [character.bodies[character.body_index(drawn.body)] for drawn in unlike.bodies]
    axes = matrix_from_quaternion([body.orientation for body in bodies])
    longest = [int(np.argmax(body.diameters)) for body in bodies]
    return np.stack([axis[:, [k]] for axis, k in zip(axes, longest, strict=True)])
