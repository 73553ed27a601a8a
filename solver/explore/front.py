"""The best trade-offs between what a job minimizes and other quantities (Agrawal & van de Panne 2015, chapter 4)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ..errors import InputError
from ..job.constraints.expression import ExpressionConstraint
from ..job.job import Job
from ..messages import Sink
from ..optimise.start import Start
from ..scheduling.workers import Workers
from .earlier import Earlier, nothing
from .forest import Branch, chains
from .front_search import FrontSearch
from .pareto import Dropped, Front, Point
from .stronger import StrongerMuscles

FEWEST = 3  # motions of a chain


def front(
    job: Job,
    quantity: str,
    levels: Sequence[float],
    *,
    of: str = "peak",
    at_most: bool = False,
    muscles: StrongerMuscles | None = None,
    earlier: Earlier = nothing,
    workers: Workers | int | None = None,
    tell: Sink = lambda _: None,
    found: Callable[[Point], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Front:
    """The cheapest motion for each level of a quantity, each found from the one before (epsilon-constraint method).

    Args:
        job: what all of them do; its objectives are the cost.
        quantity: expression, such as "com.z".
        levels: in the order in which motions follow from each other, as from easy to hard.
        of: what of the expression is meant, as in ``ExpressionConstraint``.
        at_most: whether less of the quantity is better; else more is.
        muscles: as of ``family_front``.
        earlier: as of ``family_front``.
        workers: as of ``family_front``.
        tell: receives status and progress.
        found: receives each point as soon as it is there; some may be dominated by later ones.
        cancelled: asked at each iteration; True keeps what is there.

    Raises:
        InputError: the job or the expression is invalid.
    """
    asked = at_most_of if at_most else at_least
    jobs = [(level, asked(job, quantity, level, of)) for level in levels]
    return family_front(
        jobs,
        at_most=at_most,
        muscles=muscles,
        earlier=earlier,
        workers=workers,
        tell=tell,
        found=found,
        cancelled=cancelled,
    )


def family_front(
    jobs: Sequence[tuple[float, Job]],
    *,
    at_most: bool = False,
    per_meter: bool = False,
    muscles: StrongerMuscles | None = None,
    earlier: Earlier = nothing,
    workers: Workers | int | None = None,
    tell: Sink = lambda _: None,
    found: Callable[[Point], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Front:
    """The cheapest motion of each of several jobs, such as one walk at many speeds and with several contact patterns.

    Args:
        jobs: levels of what they trade, and jobs with the same frames, in the order in which motions follow from each
            other. Several may have the same level.
        at_most: whether less of the levels is better; else more is.
        per_meter: whether the cost is that of a meter of a cycle's way.
        muscles: how dear it is that they are stronger, whose price then is part of the cost; None: they are not.
        earlier: gives motions that are known from an earlier run.
        workers: that find several parts of the front at once, or how many processes; None: one motion after another.
        tell: receives status and progress.
        found: receives each point as soon as it is there; some may be dominated by later ones.
        cancelled: asked at each iteration; True keeps what is there.

    Raises:
        InputError: a job is invalid, there is none, or one goes nowhere whose cost is that of a meter.
    """
    if not jobs:
        raise InputError("expected at least one level, found none", field="levels")
    ways = [_way(job) if per_meter else 1.0 for _, job in jobs]
    parents = chains(len(jobs), chains_of(len(jobs), workers))
    branches = [Branch(job, parent) for (_, job), parent in zip(jobs, parents, strict=True)]
    search = FrontSearch(muscles, earlier, workers, tell, found, cancelled)
    search.grow(
        branches,
        moved=at_even_times,
        point=lambda k, clip, cost: Point(jobs[k][0], cost / ways[k], clip),
        missing=lambda k, _: Dropped(jobs[k][0]),
    )
    return search.front(at_most=at_most)


def at_least(job: Job, quantity: str, level: float, of: str) -> Job:
    """The job with no less of a quantity."""
    return _bounded(
        job, ExpressionConstraint(quantity, lower=level, of=of, name=f"{of} of {quantity}"), level
    )


def at_most_of(job: Job, quantity: str, level: float, of: str) -> Job:
    """The job with no more of a quantity."""
    return _bounded(
        job, ExpressionConstraint(quantity, upper=level, of=of, name=f"{of} of {quantity}"), level
    )


def _bounded(job: Job, bound: ExpressionConstraint, level: float) -> Job:
    return replace(job, name=f"{job.name} {level:g}", constraints=(*job.constraints, bound))


def at_even_times(start: Start, job: Job) -> Start:
    """A motion as a start for a job with other constraints, which takes over the multipliers of those that are kept."""
    if start.transcription.timeline.cycle is not None:
        return start
    return replace(start, times=np.linspace(0, 1, start.transcription.timeline.n_frames))


def chains_of(count: int, workers: Workers | int | None) -> int:
    """How many chains a front of so many motions is cut into; each has its first motion solved from nowhere."""
    most = 1 if workers is None else workers if isinstance(workers, int) else workers.count
    return max(1, min(most, count // FEWEST))


def _way(job: Job) -> float:
    """Length of a cycle's way [m]."""
    way = float(np.linalg.norm(job.cycle.translation)) if job.cycle is not None else 0.0
    if not way:
        raise InputError("expected a cycle that travels, as its cost is counted per meter", field="job.cycle")
    return way
