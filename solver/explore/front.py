"""The best trade-offs between what a job minimizes and one more quantity (Agrawal & van de Panne 2015, chapter 4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..animate import animate
from ..clip.clip import Clip
from ..errors import InputError
from ..job.constraints.expression import ExpressionConstraint
from ..job.job import Job
from ..messages import Sink, Status
from ..optimise.start import Start
from ..verify.violation import Violation

SAME = 1e-4  # relative, of costs


@dataclass(frozen=True, eq=False)
class Point:
    """One trade-off.

    Attributes:
        level: that the quantity has at least, or at most, in its own unit.
        cost: weighted sum of the objectives.
        clip: solved.
    """

    level: float
    cost: float
    clip: Clip


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
    """Points of which none is better in both, in the order of their levels, and what is no such point."""

    points: tuple[Point, ...]
    dropped: tuple[Dropped, ...]


def front(
    job: Job,
    quantity: str,
    levels: Sequence[float],
    *,
    of: str = "peak",
    at_most: bool = False,
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
        tell: receives status and progress.
        found: receives each point as soon as it is there; some may be dominated by later ones.
        cancelled: asked at each iteration; True keeps what is there.

    Raises:
        InputError: the job or the expression is invalid.
    """
    if not levels:
        raise InputError("expected a level or more, found none", field="levels")
    points: list[Point] = []
    dropped: list[Dropped] = []
    start: Start | None = None
    for k, level in enumerate(levels, 1):
        tell(Status(f"Point {k} of {len(levels)}"))
        lower, upper = (None, level) if at_most else (level, None)
        bound = ExpressionConstraint(quantity, lower=lower, upper=upper, of=of, name=f"{of} of {quantity}")
        asked = replace(job, name=f"{job.name} {level:g}", constraints=(*job.constraints, bound))
        clip = animate(asked, start=start, tell=tell, cancelled=cancelled)
        if cancelled():
            break
        if clip.provenance.solved:
            points.append(Point(level, clip.provenance.objective, clip))
            found(points[-1])
            start = Start.of_clip(clip)
        else:
            dropped.append(Dropped(level, clip.provenance.violations))
    return best_of(points, dropped, at_most=at_most)


def best_of(found: Sequence[Point], dropped: Sequence[Dropped] = (), *, at_most: bool = False) -> Front:
    """Those points of which none is better in both; the others join what has been dropped."""
    kept = [point for point in found if not any(_dominates(other, point, at_most) for other in found)]
    left_out = [*dropped, *(Dropped(p.level) for p in found if p not in kept)]
    order = -1 if at_most else 1
    return Front(
        tuple(sorted(kept, key=lambda point: order * point.level)),
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
    """Whether one point is better in one of the two and no worse in the other."""
    sign = -1 if at_most else 1
    more = sign * (one.level - other.level)
    cheaper = other.cost - one.cost
    alike = SAME * abs(other.cost)
    return more >= 0 and cheaper >= -alike and (more > 0 or cheaper > alike)
