"""Messages to and from workers: one sample, the motion it starts from, and the result."""

from concurrent.futures import BrokenExecutor
from dataclasses import dataclass

from ..arrays import Array
from ..job.job import Job
from ..optimise.multipliers import Multipliers, PrimalDual
from ..store.sample_table import CANCELLED, FAILED, FinishedSample


@dataclass(frozen=True, eq=False)
class Lead:
    """A solved sample's unknowns, as a start for its neighbor.

    Attributes:
        x: unknowns.
        multipliers: of ``x``.
        halfway: see optimise/start.py.
        structure: of the problem; see optimise/start.py.
    """

    x: Array
    multipliers: Multipliers | None
    halfway: PrimalDual | None
    structure: bytes


@dataclass(frozen=True, eq=False)
class SampleTask:
    """One sample for a worker.

    Attributes:
        index: in its space.
        job: to solve.
        start: the neighbor's job and lead; or its clip's bytes, without multipliers; or None.
        start_name: of the neighbor.
        time_limit: [s].
        is_again: whether it was infeasible before, so that only this start is tried.
    """

    index: int
    job: Job
    start: tuple[Job, Lead] | bytes | None
    start_name: str
    time_limit: float
    is_again: bool = False


@dataclass(frozen=True, eq=False)
class Answer:
    """Result from a worker.

    Attributes:
        finished: for the store.
        lead: of a solved sample.
    """

    finished: FinishedSample
    lead: Lead | None = None


def failed(task: SampleTask, error: BaseException) -> Answer:
    """Answer to a task that raised an error or whose process died."""
    if isinstance(error, BrokenExecutor):
        reason = f"its process died, or did not answer for long after its limit of {task.time_limit:g} s"
    else:
        reason = f"{type(error).__name__}: {error}"
    return Answer(FinishedSample(task.index, FAILED, reason, task.start_name))


def cancelled(task: SampleTask) -> Answer:
    """Answer to a task that was not finished."""
    return Answer(FinishedSample(task.index, CANCELLED))
