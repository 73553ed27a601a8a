"""Expected time of a space: from what the store has of it, or from two samples that are solved."""

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

TIME_LIMIT = 60.0  # s of each sample that is tried


@dataclass(frozen=True)
class Estimate:
    """Expected time of what is left of a space.

    Attributes:
        n_left: samples to solve.
        per_sample: of one worker [s].
        seconds: of all of them, wall time.
        source: where that is known from, in words.
    """

    n_left: int
    per_sample: float
    seconds: float
    source: str

    @property
    def text(self) -> str:
        """The same in a sentence."""
        return (
            f"{self.n_left} to solve, about {self.seconds:.0f} s: {self.per_sample:.2f} s each, {self.source}"
        )


def estimate(space: ParameterSpace, points: Array, store: Path, n_workers: int) -> Estimate:
    """Expected time; infeasible samples take longer than it knows.

    Without a store that knows the space, the most central sample is solved from nothing and its neighbour from
    it; nothing is kept of them.

    Args:
        space: to sample, as the store calls it; see ``kept``.
        points: (K, D) its samples.
        store: file that may have begun the space; it is not made.
        n_workers: how many samples are solved at once.

    Raises:
        InputError: the store has another space by its name.
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
