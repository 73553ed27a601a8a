"""The front of a jump over the duration of its flight.

Agrawal & van de Panne 2015, chapter 4, whose evolution strategy needs hours for it. A chain over the number of airborne
frames solves each jump from the previous one without a bound on the quantity. Optional jumps between two of the
chain have the flight of the lower one and a bound between their levels.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ..clip.clip import Clip
from ..errors import InputError
from ..job.job import Job
from ..optimise.start import Start
from ..problem.expression.measured import measured
from ..problem.formulate import formulate
from .flight import aligned, with_flight
from .forest import Branch, chains
from .front import at_even_times, at_least, chains_of
from .front_search import PLAIN, FrontSearch, GrowingFront
from .pareto import DroppedLevel, Front, TradeOff


def jump_front(
    job: Job,
    frames: Sequence[int],
    quantity: str,
    *,
    of: str = "peak",
    between: float = 0.0,
    search: FrontSearch = PLAIN,
) -> Front:
    """The best trade-offs between the cost of a jump and a quantity, such as its height.

    Args:
        job: a jump; its objectives are the cost.
        frames: durations of the flight in frames, in the order in which jumps are found from each other, such as from
            low to high.
        quantity: expression of which more is better, such as "com.z".
        of: the aggregate of the expression, as in ``ExpressionConstraint``.
        between: share of the way from each jump to the next at which another one is found; 0: none.
        search: how the motions are searched.

    Raises:
        InputError: the job or the expression is invalid, the job has no flight, or ``frames`` is empty.
    """
    if not frames:
        raise InputError("expected at least one number of frames, found none", field="frames")
    parents = chains(len(frames), chains_of(len(frames), search.workers))
    jobs = [with_flight(job, number) for number in frames]
    formulate(_higher(job, jobs[0], 0.0, quantity, of))  # raises at once for an invalid quantity
    branches = [Branch(each, parent) for each, parent in zip(jobs, parents, strict=True)]
    growing = GrowingFront(search)

    def point(_: int, clip: Clip, cost: float) -> TradeOff:
        return TradeOff(measured(clip, quantity, of=of), cost, clip)

    chain = growing.grow(
        branches,
        moved=aligned,
        point=point,
        missing=lambda k, _: DroppedLevel(float(frames[k]), is_flight=True),
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
        growing.grow(
            branches,
            moved=at_even_times,
            point=point,
            missing=lambda k, _: DroppedLevel(pairs[k][-1]),
            words="Between two jumps, {} of {}",
        )
    return growing.front()


def _between(pair: tuple[tuple[TradeOff, Start], tuple[TradeOff, Start]], share: float) -> float:
    (lower, _), (higher, _) = pair
    return lower.level + share * (higher.level - lower.level)


def _higher(job: Job, below: Job, level: float, quantity: str, of: str) -> Job:
    """A jump of the same flight that reaches a level."""
    return replace(at_least(below, quantity, level, of), name=f"{job.name} {level:.3g}")
