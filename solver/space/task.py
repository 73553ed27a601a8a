"""What travels to a worker and back: one sample, the motion it starts from, and what became of it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..motion.sample_table import Finished
from ..optimise.multipliers import Multipliers
from ..problem.job import Job

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Lead:
    """A solved sample's unknowns, from which its neighbour starts.

    Attributes:
        x: unknowns.
        multipliers: of ``x``.
        structure: of the problem that has them; see optimise/start.py.
    """

    x: Array
    multipliers: Multipliers | None
    structure: bytes


@dataclass(frozen=True, eq=False)
class Task:
    """One sample on its way to a worker.

    Attributes:
        place: in its space.
        job: to solve.
        start: the neighbour's job and lead; or its clip's bytes, without multipliers; or None.
        start_name: of the neighbour.
        time_limit: [s].
        is_again: whether it was infeasible before, so that only the start is worth a try.
    """

    place: int
    job: Job
    start: tuple[Job, Lead] | bytes | None
    start_name: str
    time_limit: float
    is_again: bool = False


@dataclass(frozen=True, eq=False)
class Answer:
    """What a worker sends back.

    Attributes:
        finished: for the store.
        lead: of a solved sample.
    """

    finished: Finished
    lead: Lead | None = None


def work(task: Task) -> Answer:
    """Solves one sample; the optimiser is loaded where it is solved, not where it is sent from."""
    from .worker import solve_task

    return solve_task(task)
