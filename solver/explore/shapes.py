"""Different bodies for the same task (Agrawal & van de Panne 2015, section 3.4.3)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..animate import make_clip
from ..arrays import Array
from ..clip.clip import Clip
from ..job.job import Job
from ..messages import Sink, Status
from ..optimise.solution import Solution
from ..optimise.solve import solve
from ..optimise.start import Start
from .envelope import PROBE, slope_of_cost
from .metrics.shape import ShapeDistance
from .price import FREE, require_cost
from .stretched import stretched

SHORTEST, LONGEST = 0.4, 2.5  # factors on lengths, as in the reference
CORNERS = 512  # directions of lengthening and shortening to consider
TRIES, WAYS = 7, 4  # solves per direction, and directions to try
FIRST, ON = 0.3, 1.6  # first step along a direction, and growth of the next
NEAR = 0.1  # relative accuracy of the last step
LEAST = 0.01  # m


@dataclass(frozen=True, eq=False)
class Shape:
    """A character of other proportions that meets a job.

    Attributes:
        clip: solved, with the character of that shape.
        factors: of the lengths of bodies, by name.
        distance: from the nearest one found before [m]; 0 for the first.
        cost: sum of the objectives, relative to the first.
        number: index among those found, from 1.
    """

    clip: Clip
    factors: dict[str, float]
    distance: float = 0.0
    cost: float = 1.0
    number: int = 1


def shapes(
    job: Job,
    count: int,
    *,
    slack: float = 0.25,
    seed: int = 0,
    send: Sink = lambda _: None,
    on_found: Callable[[Shape], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[Shape, ...]:
    """The character of the job, and others of different proportions that meet it at most (1 + slack) times the cost.

    They are found one after another, each as different from all previous ones as the cost and lengths of 0.4 to 2.5
    times allow; left and right stay alike. The multipliers of the first motion give the derivative of the cost by each
    length (envelope theorem) and so the directions that should lead farthest, which are then followed step by step.

    Args:
        job: specifies all motions, with fixed timings.
        count: number of characters, including that of the job.
        slack: share by which they may cost more than the first.
        seed: of the directions that are considered, if there are too many to try all.
        send: receives status and progress.
        on_found: receives each one as soon as it is found.
        cancelled: called at each iteration; True stops and keeps those found so far.

    Raises:
        InputError: the job is invalid, or its best motion costs nothing, so that no share of it can be more.
    """
    send(Status(f"Motion 1 of {count}"))
    solution = solve(job, send=send, cancelled=cancelled)
    best = Shape(make_clip(solution), {})
    if not best.clip.provenance.solved:
        return ()
    require_cost(best.clip)
    made = [best]
    on_found(best)
    search = _Ways(solution, best.clip, slack=slack, seed=seed, send=send, cancelled=cancelled)
    while len(made) < count and not cancelled():
        send(Status(f"Motion {len(made) + 1} of {count}"))
        one = search.farthest(made)
        if one is None:
            break
        made.append(one)
        on_found(one)
    return tuple(made)


def groups_of(job: Job) -> list[tuple[str, ...]]:
    """Names of bodies that are stretched equally: pairs of left and right, and every other body of the character."""
    character = job.character
    things = {root.body for root in character.others}
    pairs = [pair for pair in character.mirror_pairs if not things & set(pair)]
    paired = {name for pair in pairs for name in pair}
    alone = [(body.name,) for body in character.bodies if body.name not in paired | things]
    return [*pairs, *alone]


class _Ways:
    """Directions from the job's body to others."""

    def __init__(
        self,
        solution: Solution,
        best: Clip,
        *,
        slack: float,
        seed: int,
        send: Sink,
        cancelled: Callable[[], bool],
    ) -> None:
        self._job, self._best = best.job, best
        self._send, self._cancelled = send, cancelled
        self._groups = groups_of(self._job)
        self._metric = ShapeDistance(self._job.character)
        self._price = (1 + slack) * best.provenance.objective
        self._known: list[tuple[Array, Start]] = [(np.zeros(len(self._groups)), Start.of_solution(solution))]
        slopes = self._slopes(solution)
        ends = _corners(len(self._groups), np.random.default_rng(seed))
        worth = slack * best.provenance.objective / np.maximum(ends @ slopes, FREE)
        self._ends = (
            np.minimum(1.0, worth)[:, None] * ends
        )  # (K, G) as far as the price allows to first order
        names = [body.name for body in self._job.character.bodies]
        self._grouped = np.array([np.isin(names, group) for group in self._groups], float)  # (G, B)
        self._reach = FIRST  # fraction of the last direction that was reached
        self._left = list(range(len(ends)))

    def farthest(self, found_shapes: Sequence[Shape]) -> Shape | None:
        """The body farthest from others along a few directions; None if none is found."""
        others = [self._metric.lengths(one.clip.job.character) for one in found_shapes]
        there = others[0] * np.exp(self._reach * self._ends @ self._grouped)  # (K, B)
        away = np.min([self._metric.between(there, other) for other in others], axis=0)
        for k in sorted(self._left, key=lambda k: -away[k])[:WAYS]:
            self._left.remove(k)
            one = self._gone(self._ends[k])
            if self._cancelled():
                return None
            if one is None:
                continue
            clip, factors = one
            lengths = self._metric.lengths(clip.job.character)
            distance = float(min(self._metric.between(lengths, other) for other in others))
            if distance > LEAST:
                cost = clip.provenance.objective / self._best.provenance.objective
                return Shape(clip, factors, distance, cost, len(found_shapes) + 1)
        return None

    def _gone(self, end: Array) -> tuple[Clip, dict[str, float]] | None:
        """The farthest solved motion towards an end within the price."""
        found, far, too_far = None, 0.0, np.inf
        share = self._reach
        for _ in range(TRIES):
            stretched_job = stretched(self._job, self._factors(share * end))
            _, start = min(self._known, key=lambda known: float(np.abs(known[0] - share * end).sum()))
            solution = solve(
                stretched_job, send=self._send, cancelled=self._cancelled, start=start, start_alone=True
            )
            if self._cancelled():
                return None
            clip = make_clip(solution)
            if clip.provenance.solved:
                self._known.append((share * end, Start.of_solution(solution)))
            if clip.provenance.solved and clip.provenance.objective <= self._price:
                found, far = (clip, self._factors(share * end)), share
                self._reach = share
                share = ON * share if np.isinf(too_far) else (share + too_far) / 2
            else:
                too_far = share
                share = (far + too_far) / 2
            share = min(share, self._most(end))
            if abs(share - far) < NEAR * far:
                break
        return found

    def _most(self, end: Array) -> float:
        """Fraction of the way to an end at which the first body reaches its limit of length."""
        return float(np.log(LONGEST) / np.abs(end).max())

    def _factors(self, logarithms: Array) -> dict[str, float]:
        return {
            name: float(np.exp(log))
            for names, log in zip(self._groups, logarithms, strict=True)
            for name in names
        }

    def _slopes(self, solution: Solution) -> Array:
        """(G,) derivative of the minimal cost by the logarithm of each group's length."""
        probes = (self._factors(way) for way in PROBE * np.eye(len(self._groups)))
        return np.array([slope_of_cost(solution, stretched(self._job, factors)) for factors in probes])


def _corners(n: int, generator: np.random.Generator) -> Array:
    """(K, n) logarithms of lengths, each at a limit: all combinations, or a random selection."""
    ends = np.log((SHORTEST, LONGEST))
    if 2**n <= CORNERS:
        signs = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
    else:
        signs = generator.integers(0, 2, size=(CORNERS, n))
    return np.asarray(ends[signs])
