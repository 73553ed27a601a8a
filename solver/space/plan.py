"""Expected time of a space: from its samples in the store, or from two samples solved for it."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..arrays import Array
from ..store.clip_store import ClipStore
from ..store.sample_table import DONE
from .continuation import Continuation
from .parameter_space import ParameterSpace
from .store_match import table_of
from .task import SampleTask
from .work import work

TIME_LIMIT = 60.0  # s per sample solved for the estimate


@dataclass(frozen=True)
class Estimate:
    """Expected time of the remaining samples.

    Attributes:
        n_left: samples to solve.
        per_sample: time of one worker [s].
        seconds: wall time of all of them [s].
        source: of the estimate, in words.
    """

    n_left: int
    per_sample: float
    seconds: float
    source: str

    @property
    def text(self) -> str:
        """The estimate as a sentence."""
        return (
            f"{self.n_left} to solve, about {self.seconds:.0f} s: {self.per_sample:.2f} s each, {self.source}"
        )


def estimate(space: ParameterSpace, points: Array, store: Path, n_workers: int) -> Estimate:
    """Expected time; infeasible samples may take longer.

    If the store does not have the space, the most central sample is solved from scratch and its neighbor from it;
    both are discarded.

    Args:
        space: to sample, named as in the store; see ``stored_matches``.
        points: (K, D) its samples.
        store: file that may have the space; not created.
        n_workers: number of samples solved in parallel.

    Raises:
        InputError: the store has a different space of this name.
    """
    if store.is_file():
        with ClipStore(store, create=False) as opened:
            table = table_of(opened, space)
            known = [row.seconds for row in table.rows(DONE)] if table.exists else []
        if known:
            left, each = len(points) - len(known), float(np.mean(known))
            return Estimate(left, each, each * left / n_workers, f"as the {len(known)} that are done")
    everything = np.ones(len(points), bool)
    order = Continuation(space.places(points), waiting=everything, solved=~everything)
    first, _ = order.next()
    cold = work(SampleTask(first, space.sample(points[first]).job, None, "", TIME_LIMIT))
    took, source = [cold.finished.seconds], f"as '{space.named(points[first])[0]}' has just taken"
    if cold.lead is not None and len(points) > 1:
        order.solved(first)
        second, _ = order.next()
        start = (space.sample(points[first]).job, cold.lead)
        warm = work(SampleTask(second, space.sample(points[second]).job, start, "", TIME_LIMIT))
        took.append(warm.finished.seconds)
        source += " and its neighbour after it"
    total = took[0] + took[-1] * (len(points) - 1)
    return Estimate(len(points), total / len(points), total / n_workers, source)
