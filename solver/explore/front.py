"""The best trade-offs between what a job minimizes and other quantities (Agrawal & van de Panne 2015, chapter 4)."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..errors import InputError
from ..job.constraints.expression import ExpressionConstraint
from ..job.job import Job
from ..optimise.start import Start
from ..scheduling.workers import Workers
from .forest import Branch, chains
from .front_search import PLAIN, FrontSearch, GrowingFront
from .pareto import DroppedLevel, Front, TradeOff

FEWEST = 3  # motions of a chain


def front(
    job: Job,
    quantity: str,
    levels: Sequence[float],
    *,
    of: str = "peak",
    at_most: bool = False,
    search: FrontSearch = PLAIN,
) -> Front:
    """The motion of least cost for each level of a quantity, each found from the previous one.

    This is the epsilon-constraint method (Miettinen 1999, section 3.2).

    Args:
        job: specifies all motions; its objectives are the cost.
        quantity: expression, such as "com.z".
        levels: values of the quantity, in the order in which motions are found from each other, such as from easy to
            hard.
        of: the aggregate of the expression, as in ``ExpressionConstraint``.
        at_most: whether lower levels are better, or higher ones.
        search: how the motions are searched.

    Raises:
        InputError: the job or the expression is invalid.
    """
    bounded = at_most_of if at_most else at_least
    jobs = [(level, bounded(job, quantity, level, of)) for level in levels]
    return family_front(jobs, at_most=at_most, search=search)


def family_front(
    jobs: Sequence[tuple[float, Job]],
    *,
    at_most: bool = False,
    per_meter: bool = False,
    search: FrontSearch = PLAIN,
) -> Front:
    """The motion of least cost for each of several jobs, such as a walk at many speeds and with several gaits.

    Args:
        jobs: pairs of a level of the traded quantity and a job, all with the same frames, in the order in which motions
            are found from each other. Several can have the same level.
        at_most: whether lower levels are better, or higher ones.
        per_meter: whether the cost is that of a meter of travel.
        search: how the motions are searched.

    Raises:
        InputError: a job is invalid, there is none, or the cost of a meter is asked of a motion that does not travel.
    """
    if not jobs:
        raise InputError("expected at least one level, found none", field="levels")
    ways = [_way(job) if per_meter else 1.0 for _, job in jobs]
    parents = chains(len(jobs), chains_of(len(jobs), search.workers))
    branches = [Branch(job, parent) for (_, job), parent in zip(jobs, parents, strict=True)]
    growing = GrowingFront(search)
    growing.grow(
        branches,
        moved=at_even_times,
        point=lambda k, clip, cost: TradeOff(jobs[k][0], cost / ways[k], clip),
        missing=lambda k, _: DroppedLevel(jobs[k][0]),
    )
    return growing.front(at_most=at_most)


def at_least(job: Job, quantity: str, level: float, of: str) -> Job:
    """The job with a lower bound of a quantity."""
    return _bounded(
        job, ExpressionConstraint(quantity, lower=level, of=of, name=f"{of} of {quantity}"), level
    )


def at_most_of(job: Job, quantity: str, level: float, of: str) -> Job:
    """The job with an upper bound of a quantity."""
    return _bounded(
        job, ExpressionConstraint(quantity, upper=level, of=of, name=f"{of} of {quantity}"), level
    )


def _bounded(job: Job, bound: ExpressionConstraint, level: float) -> Job:
    return replace(job, name=f"{job.name} {level:g}", constraints=(*job.constraints, bound))


def at_even_times(start: Start, job: Job) -> Start:
    """A motion as a start for a job with other constraints, including multipliers of common ones."""
    if start.transcription.timeline.cycle is not None:
        return start
    return replace(start, times=np.linspace(0, 1, start.transcription.timeline.n_frames))


def chains_of(count: int, workers: Workers | int | None) -> int:
    """Number of chains for a front of ``count`` motions; the first motion of each has no start."""
    most = 1 if workers is None else workers if isinstance(workers, int) else workers.count
    return max(1, min(most, count // FEWEST))


def _way(job: Job) -> float:
    """Distance traveled in a cycle [m]."""
    way = float(np.linalg.norm(job.cycle.translation)) if job.cycle is not None else 0.0
    if not way:
        raise InputError("expected a cycle that travels, as its cost is counted per meter", field="job.cycle")
    return way
