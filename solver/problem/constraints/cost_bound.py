"""The weighted sum of objectives is bounded."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...job.constraints.cost_bound import CostBound
from ...job.job import objective_name
from ...verify.violation import Kind, Violation
from ..objectives.timed_sum import TimedSum
from ..objectives.weighted_sum import UNIT, WeightedSum
from ..reuse import Numbers
from ..rows.component import Component, joined
from ..state import State
from ..transcription import Transcription


@dataclass(frozen=True, eq=False)
class _Bounded:
    """One bound.

    Attributes:
        cost: sum f of the selected objectives.
        scale: factor from f to a fraction of the bound.
        at_most: the bound.
        field: path of the constraint in the job.
    """

    cost: WeightedSum | TimedSum
    scale: float
    at_most: float
    field: str


class CostBoundRows(Component):
    """f(x) / bound <= 1 for the sum f of the selected objectives, over the whole cycle if it is mirrored."""

    keeps = WeightedSum.keeps | Numbers.CONSTRAINTS

    def __init__(self, transcription: Transcription) -> None:
        self.transcription = transcription
        bound = transcription.job.constraints_of(CostBound)
        self._bounded = [_bounded(transcription, each, field) for field, each in bound]
        n, size = len(self._bounded), transcription.variables.size
        self.lower, self.upper = np.full(n, -np.inf), np.ones(n)
        self.jacobian_pattern = np.repeat(np.arange(n), size), np.tile(np.arange(size), n)
        costs = [each.cost for each in self._bounded]
        patterns = [pattern for cost in costs for pattern in (cost.hessian_pattern, cost.varying_pattern)]
        if patterns:
            self.hessian_pattern = joined(patterns)

    def values(self, state: State) -> Array:
        return np.array([each.scale * each.cost.value(state.x, state) for each in self._bounded])

    def jacobian(self, state: State) -> Array:
        return np.concatenate([each.scale * each.cost.gradient(state.x, state) for each in self._bounded])

    def hessian(self, state: State, multipliers: Array) -> Array:
        parts = []
        for each, factor in zip(self._bounded, self._factors(multipliers), strict=True):
            parts += [factor * each.cost.hessian, each.cost.varying_hessian(state, factor)]
        return np.concatenate(parts)

    def point_weights(self, state: State, multipliers: Array) -> Array | None:
        parts = [
            weights
            for each, factor in zip(self._bounded, self._factors(multipliers), strict=True)
            if (weights := each.cost.point_weights(state, factor)) is not None
        ]
        return np.asarray(np.sum(parts, axis=0)) if parts else None

    def violation(self, row: int, amount: float) -> Violation:
        broken = self._bounded[row]
        allowed = {"allowed": broken.at_most}
        return Violation(
            Kind.COST_BOUND, (), amount * broken.at_most, constraint=broken.field, figures=allowed
        )

    def _factors(self, multipliers: Array) -> list[float]:
        """Multipliers of each sum f."""
        return [
            each.scale * float(multiplier)
            for each, multiplier in zip(self._bounded, multipliers, strict=True)
        ]


def _bounded(transcription: Transcription, bound: CostBound, field: str) -> _Bounded:
    job, timeline = transcription.job, transcription.timeline
    counted = [each for each in job.objectives if not bound.of or objective_name(each) in bound.of]
    kind = TimedSum if len(transcription.variables.steps) else WeightedSum
    halves = 1 if timeline.mirror is None else 2
    return _Bounded(kind(counted, transcription), halves / (UNIT * bound.at_most), bound.at_most, field)
