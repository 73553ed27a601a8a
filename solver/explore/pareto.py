"""Pareto fronts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..clip.clip import Clip
from ..verify.violation import Violation

SAME = 1e-4  # relative, of costs


@dataclass(frozen=True, eq=False)
class TradeOff:
    """One trade-off.

    Attributes:
        level: value or bound of the quantity, in its unit.
        cost: weighted sum of the objectives, or that per meter.
        clip: solved.
        further_levels: levels of further quantities.
    """

    level: float
    cost: float
    clip: Clip
    further_levels: tuple[float, ...] = ()


@dataclass(frozen=True)
class DroppedLevel:
    """A level without a point.

    Attributes:
        level: of the quantity.
        violations: of the closest attempt at that level; empty: the point is dominated.
        is_flight: whether the level is a number of airborne frames for which there is no motion.
    """

    level: float
    violations: tuple[Violation, ...] = ()
    is_flight: bool = False


@dataclass(frozen=True, eq=False)
class Front:
    """Nondominated points in the order of their levels, and all other levels.

    Attributes:
        points: the front.
        dropped: the other levels.
        seconds: processor time of the busiest process.
    """

    points: tuple[TradeOff, ...]
    dropped: tuple[DroppedLevel, ...]
    seconds: float = 0.0


def best_of(
    points: Sequence[TradeOff], dropped: Sequence[DroppedLevel] = (), *, at_most: bool = False
) -> Front:
    """The front of points; dominated ones are added to ``dropped``."""
    kept = [point for point in points if not any(_dominates(other, point, at_most) for other in points)]
    left_out = [*dropped, *(DroppedLevel(p.level) for p in points if p not in kept)]
    order = -1 if at_most else 1
    return Front(
        tuple(sorted(kept, key=lambda point: (order * point.level, point.further_levels))),
        tuple(sorted(left_out, key=lambda each: order * each.level)),
    )


def hypervolume(points: Sequence[tuple[float, float]], worst: tuple[float, float]) -> float:
    """Area dominated by (level, cost) points up to a reference point; higher levels and lower costs are better.

    Args:
        points: of a front, in any order; dominated ones add nothing.
        worst: level and cost of the reference point; points that are not better in both add nothing.
    """
    area, level = 0.0, worst[0]
    for more, cost in sorted(points, key=lambda point: (point[1], -point[0])):
        if more > level and cost < worst[1]:
            area += (more - level) * (worst[1] - cost)
            level = more
    return area


def _dominates(one: TradeOff, other: TradeOff, at_most: bool) -> bool:
    """Whether one point dominates another."""
    sign = -1 if at_most else 1
    more = [sign * (one.level - other.level), *np.subtract(one.further_levels, other.further_levels)]
    cheaper = other.cost - one.cost
    alike = SAME * abs(other.cost)
    return min(more) >= 0 and cheaper >= -alike and (max(more) > 0 or cheaper > alike)
