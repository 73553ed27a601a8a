"""Distance of the values of an expression from those of other motions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ..expression.instantiate import instantiate
from ..expression.read_term import read_term
from ..expression.selection import select
from ..expression.sums import Sums
from ..expression.term import Term
from ..state import State
from ..transcription import Transcription
from .component import Pattern, joined
from .distances import Distances
from .expression_rows import weights

OTHER = "other_value"  # name of the other motion's value in the squared difference


@dataclass(frozen=True, eq=False)
class Track:
    """Values at times, linearly interpolated.

    Attributes:
        times: (I,) ascending [s].
        values: (I,).
    """

    times: Array
    values: Array

    def __call__(self, times: Array) -> Array:
        """(K,) at times (K,) [s]."""
        return np.interp(times, self.times, self.values)


class ExpressionDistances(Distances):
    """d^2 = mean over time of (e - e')^2.

    Args:
        transcription: of a job whose tracked points include those in the expression.
        expression: text of e, a number.
        tracks: e' of J other motions.
    """

    def __init__(self, transcription: Transcription, expression: str, tracks: Sequence[Track]) -> None:
        self._sums = [_square(transcription, expression, track) for track in tracks]
        self.columns = self._sums[0].jacobian_pattern[1]
        self.hessian_pattern: Pattern = joined([sums.hessian_pattern for sums in self._sums])

    def values(self, state: State) -> Array:
        return np.array([float(sums.values(state)[0]) for sums in self._sums])

    def slopes(self, state: State) -> Array:
        return np.array([sums.jacobian(state) for sums in self._sums])

    def hessian(self, state: State, factors: Array) -> Array:
        return np.concatenate([sums.hessian(state, factors[j : j + 1]) for j, sums in enumerate(self._sums)])

    def point_weights(self, state: State, factors: Array) -> Array:
        parts = [sums.point_weights(state, factors[j : j + 1]) for j, sums in enumerate(self._sums)]
        return np.asarray(np.sum(parts, axis=0))


def _square(transcription: Transcription, expression: str, track: Track) -> Sums:
    """One row."""
    term = Term(f"(({expression}) - {OTHER}) ** 2", tracks=((OTHER, track),))
    read = read_term(term, transcription.job, "distance")
    samples = select(transcription, term, read, "distance")
    factor = weights(transcription, samples, mean=True)[None]
    instances = instantiate(transcription, term, read, samples)
    return Sums(instances, np.zeros(factor.shape, np.intp), factor, 1)
