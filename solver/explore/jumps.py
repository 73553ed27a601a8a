"""The front of a jump: more in the air for more of what it costs, over every time of flight.

Agrawal & van de Panne 2015, chapter 4, whose evolution strategy needs hours for it. A chain over the frames of flight,
each jump from the one before, with what is traded left free; then, if asked for, jumps between two of the chain, of the
flight of the lower one, that have to do a part of what the higher one does more.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from ..clip.clip import Clip
from ..errors import InputError
from ..job.job import Job
from ..messages import Sink
from ..optimise.start import Start
from ..problem.expression.measured import measured
from ..problem.formulate import formulate
from ..scheduling.workers import Workers
from .earlier import Earlier, nothing
from .flight import aligned, with_flight
from .forest import Branch, chains
from .front import at_even_times, at_least, chains_of
from .front_search import FrontSearch
from .pareto import Dropped, Front, Point
from .stronger import StrongerMuscles


def jump_front(
    job: Job,
    frames: Sequence[int],
    quantity: str,
    *,
    of: str = "peak",
    between: float = 0.0,
    muscles: StrongerMuscles | None = None,
    earlier: Earlier = nothing,
    workers: Workers | int | None = None,
    tell: Sink = lambda _: None,
    found: Callable[[Point], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Front:
    """The best trade-offs between what a jump costs and how much of a quantity it has.

    Args:
        job: a jump; its objectives are the cost.
        frames: in the air, in the order in which jumps follow from each other, as from low to high.
        quantity: expression of which more is better, such as "com.z".
        of: what of the expression is meant, as in ``ExpressionConstraint``.
        between: share of the way from each jump of the chain to the next at which another is sought; 0: none.
        muscles: how dear it is that they are stronger, whose price then is part of the cost; None: they are not.
        earlier: gives motions that are known from an earlier run.
        workers: that find several parts of the front at once, or how many processes; None: one jump after another.
        tell: receives status and progress.
        found: receives each point as soon as it is there; some may be dominated by later ones.
        cancelled: asked at each iteration; True keeps what is there.

    Raises:
        InputError: the job or the expression is invalid, the job has no flight, or no number of frames is given.
    """
    if not frames:
        raise InputError("expected at least one number of frames, found none", field="frames")
    parents = chains(len(frames), chains_of(len(frames), workers))
    jobs = [with_flight(job, number) for number in frames]
    formulate(_higher(job, jobs[0], 0.0, quantity, of))  # a quantity that means nothing is refused at once
    branches = [Branch(asked, parent) for asked, parent in zip(jobs, parents, strict=True)]
    search = FrontSearch(muscles, earlier, workers, tell, found, cancelled)

    def point(_: int, clip: Clip, cost: float) -> Point:
        return Point(measured(clip, quantity, of=of), cost, clip)

    chain = search.grow(
        branches,
        moved=aligned,
        point=point,
        missing=lambda k, _: Dropped(float(frames[k]), is_flight=True),
        words="Jump {} of {}",
    )
    if between:
        pairs = [(*pair, _between(pair, between)) for pair in pairwise(chain)]
        branches = [
            Branch(
                _higher(job, lower.clip.job, level, quantity, of),
                start=at_even_times(start, job),
                is_alone=True,
            )
            for (lower, start), _, level in pairs
        ]
        search.grow(
            branches,
            moved=at_even_times,
            point=point,
            missing=lambda k, _: Dropped(pairs[k][-1]),
            words="Between two jumps, {} of {}",
        )
    return search.front()


def _between(pair: tuple[tuple[Point, Start], tuple[Point, Start]], share: float) -> float:
    (lower, _), (higher, _) = pair
    return lower.level + share * (higher.level - lower.level)


def _higher(job: Job, below: Job, level: float, quantity: str, of: str) -> Job:
    """A jump of the same flight that reaches a level."""
    return replace(at_least(below, quantity, level, of), name=f"{job.name} {level:.3g}")
