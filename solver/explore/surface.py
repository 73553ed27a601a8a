"""Trade-offs between three things: what a job minimizes and two quantities, such as a jump's height and distance."""

from collections.abc import Sequence

from ..clip.clip import Clip
from ..errors import InputError
from ..job.frames import frame_count
from ..job.job import Job
from ..optimise.start import Start
from ..problem.expression.measured import measured
from .flight import aligned, with_flight
from .forest import Branch
from .front import at_even_times, at_least
from .front_search import PLAIN, FrontSearch, GrowingFront
from .pareto import DroppedLevel, Front, TradeOff


def surface(
    jobs: Sequence[Sequence[Job]],
    quantities: tuple[str, str],
    *,
    of: str = "peak",
    search: FrontSearch = PLAIN,
) -> Front:
    """The best trade-offs of a grid of jobs; ``TradeOff.further_levels`` has the second quantity.

    Each motion of a row is found from the previous one, and the first of each row from the first of the previous row.

    Args:
        jobs: rows of similar jobs, which differ in numbers or in the frames of a flight.
        quantities: expressions of which more is better.
        of: the aggregate of the expressions, as in ``ExpressionConstraint``.
        search: how the motions are searched.

    Raises:
        InputError: a job or an expression is invalid, or there is no job.
    """
    branches: list[Branch] = []
    first: int | None = None
    for row in jobs:
        for k, job in enumerate(row):
            branches.append(Branch(job, len(branches) - 1 if k else first))
            first = first if k else len(branches) - 1
    if not branches:
        raise InputError("expected at least one row of jobs, found none", field="jobs")
    growing = GrowingFront(search)

    def point(_: int, clip: Clip, cost: float) -> TradeOff:
        level, beside = (measured(clip, quantity, of=of) for quantity in quantities)
        return TradeOff(level, cost, clip, (beside,))

    growing.grow(
        branches,
        moved=_moved,
        point=point,
        missing=lambda _, clip: DroppedLevel(measured(clip, quantities[0], of=of)),
    )
    return growing.front()


def grid(
    job: Job,
    rows: Sequence[float],
    quantities: tuple[str, str],
    levels: Sequence[float],
    *,
    of: str = "peak",
    are_flights: bool = False,
) -> list[list[Job]]:
    """Jobs of a surface, with lower bounds on both quantities: a row for each level of the first.

    Args:
        job: to which the bounds are added.
        rows: levels of the first quantity, or numbers of frames in the air.
        quantities: expressions.
        levels: of the second quantity, one for each job of a row.
        of: the aggregate of the expressions, as in ``ExpressionConstraint``.
        are_flights: whether rows are numbers of frames in the air, which determine the first quantity.

    Raises:
        InputError: rows are flights, and the job has none.
    """
    first, second = quantities
    whole = [with_flight(job, int(n)) if are_flights else at_least(job, first, n, of) for n in rows]
    return [[at_least(row, second, level, of) for level in levels] for row in whole]


def _moved(start: Start, job: Job) -> Start:
    """Take-off at take-off where the jobs have other frames."""
    if frame_count(start.transcription.job) == frame_count(job):
        return at_even_times(start, job)
    return aligned(start, job)
