"""The best trade-offs between what a job minimizes and other quantities (Agrawal & van de Panne 2015, chapter 4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..clip.clip import Clip
from ..errors import InputError
from ..job.constraints.expression import ExpressionConstraint
from ..job.job import Job
from ..messages import Sink, Status
from ..optimise.start import Start
from ..scheduling.workers import Workers
from ..verify.violation import Violation
from .earlier import Earlier, nothing
from .forest import Branch, Grown, busiest, chains, grow
from .stronger import StrongerMuscles, cost_of, solver_with

SAME = 1e-4  # relative, of costs
FEWEST = 3  # motions of a chain


@dataclass(frozen=True, eq=False)
class Point:
    """One trade-off.

    Attributes:
        level: that the quantity has, or has at least or at most, in its own unit.
        cost: weighted sum of the objectives, or that per meter.
        clip: solved.
        beside: levels of further quantities.
    """

    level: float
    cost: float
    clip: Clip
    beside: tuple[float, ...] = ()


@dataclass(frozen=True)
class Dropped:
    """A level without a point.

    Attributes:
        level: of the quantity.
        violations: what no motion of that level was found to meet; empty: another motion has more for less.
        is_flight: whether the level is a number of frames in the air instead, of which there is no motion.
    """

    level: float
    violations: tuple[Violation, ...] = ()
    is_flight: bool = False


@dataclass(frozen=True, eq=False)
class Front:
    """Points of which none is better in all, in the order of their levels, and what is no such point.

    Attributes:
        points: the front.
        dropped: the rest.
        seconds: processor time of the process that had most to do.
    """

    points: tuple[Point, ...]
    dropped: tuple[Dropped, ...]
    seconds: float = 0.0


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
    """The cheapest motion of each of several jobs with the same unknowns, such as one walk at many speeds.

    Args:
        jobs: levels of what they trade, and jobs, in the order in which motions follow from each other.
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
    points: list[Point] = []
    dropped: list[Dropped] = []
    spent: list[Grown] = []
    parents = chains(len(jobs), chains_of(len(jobs), workers))
    branches = [Branch(job, parent) for (_, job), parent in zip(jobs, parents, strict=True)]
    tell(Status(f"Point 1 of {len(jobs)}"))
    for grown in grow(
        branches,
        moved=at_even_times,
        solver=solver_with(muscles),
        earlier=earlier,
        workers=workers,
        tell=tell,
        cancelled=cancelled,
    ):
        spent.append(grown)
        if cancelled() and grown.start is None:
            break
        (level, asked), made = jobs[grown.index], grown.clip.provenance
        if made.solved:
            cost = cost_of(grown.clip, asked.character, muscles)
            points.append(Point(level, cost / ways[grown.index], grown.clip))
            found(points[-1])
        else:
            dropped.append(Dropped(level, made.violations))
        tell(Status(f"Point {min(len(spent) + 1, len(jobs))} of {len(jobs)}"))
    return replace(best_of(points, dropped, at_most=at_most), seconds=busiest(spent))


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


def best_of(found: Sequence[Point], dropped: Sequence[Dropped] = (), *, at_most: bool = False) -> Front:
    """Those points of which none is better in all; the others join what has been dropped."""
    kept = [point for point in found if not any(_dominates(other, point, at_most) for other in found)]
    left_out = [*dropped, *(Dropped(p.level) for p in found if p not in kept)]
    order = -1 if at_most else 1
    return Front(
        tuple(sorted(kept, key=lambda point: (order * point.level, point.beside))),
        tuple(sorted(left_out, key=lambda each: order * each.level)),
    )


def hypervolume(points: Sequence[tuple[float, float]], worst: tuple[float, float]) -> float:
    """Area between (level, cost) points and the worst: more is better of the one, less of the other.

    Args:
        points: of a front, in any order; dominated ones add nothing.
        worst: level and cost; what is no better than that in both counts for nothing.
    """
    area, level = 0.0, worst[0]
    for more, cost in sorted(points, key=lambda point: (point[1], -point[0])):
        if more > level and cost < worst[1]:
            area += (more - level) * (worst[1] - cost)
            level = more
    return area


def _dominates(one: Point, other: Point, at_most: bool) -> bool:
    """Whether one point is better in one quantity or the cost and no worse in all others."""
    sign = -1 if at_most else 1
    more = [sign * (one.level - other.level), *np.subtract(one.beside, other.beside)]
    cheaper = other.cost - one.cost
    alike = SAME * abs(other.cost)
    return min(more) >= 0 and cheaper >= -alike and (max(more) > 0 or cheaper > alike)


def _way(job: Job) -> float:
    """Length of a cycle's way [m]."""
    way = float(np.linalg.norm(job.cycle.translation)) if job.cycle is not None else 0.0
    if not way:
        raise InputError("expected a cycle that travels, as its cost is counted per meter", field="job.cycle")
    return way
