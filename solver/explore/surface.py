"""Trade-offs between three things: what a job minimizes and two quantities, such as a jump's height and distance."""

from collections.abc import Callable, Sequence

from ..clip.clip import Clip
from ..errors import InputError
from ..job.frames import frame_count
from ..job.job import Job
from ..messages import Sink
from ..optimise.start import Start
from ..problem.expression.measured import measured
from ..scheduling.workers import Workers
from .earlier import Earlier, nothing
from .flight import aligned, with_flight
from .forest import Branch
from .front import at_even_times, at_least
from .front_search import FrontSearch
from .pareto import Dropped, Front, Point
from .stronger import StrongerMuscles


def surface(
    jobs: Sequence[Sequence[Job]],
    quantities: tuple[str, str],
    *,
    of: str = "peak",
    muscles: StrongerMuscles | None = None,
    earlier: Earlier = nothing,
    workers: Workers | int | None = None,
    tell: Sink = lambda _: None,
    found: Callable[[Point], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Front:
    """The best trade-offs of a grid of jobs; ``Point.beside`` has the second quantity.

    Each motion of a row grows from the one before it, and each row from the beginning of the row before.

    Args:
        jobs: rows of jobs; in a row and from row to row the next is like the one before. They differ in numbers, or in
            the frames of a flight.
        quantities: expressions of which more is better.
        of: what of the expressions is meant, as in ``ExpressionConstraint``.
        muscles: as of ``family_front``.
        earlier: as of ``family_front``.
        workers: that solve several rows at once, or how many processes; None: one motion after another.
        tell: receives status and progress.
        found: receives each point as soon as it is there; some may be dominated by later ones.
        cancelled: asked at each iteration; True keeps what is there.

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
    search = FrontSearch(muscles, earlier, workers, tell, found, cancelled)

    def point(_: int, clip: Clip, cost: float) -> Point:
        level, beside = (measured(clip, quantity, of=of) for quantity in quantities)
        return Point(level, cost, clip, (beside,))

    search.grow(
        branches,
        moved=_moved,
        point=point,
        missing=lambda _, clip: Dropped(measured(clip, quantities[0], of=of)),
    )
    return search.front()


def grid(
    job: Job,
    rows: Sequence[float],
    quantities: tuple[str, str],
    levels: Sequence[float],
    *,
    of: str = "peak",
    are_flights: bool = False,
) -> list[list[Job]]:
    """Jobs of a surface: each row has more of the first quantity, and in a row there is more and more of the second.

    Args:
        job: of which all are.
        rows: levels of the first quantity, or numbers of frames in the air.
        quantities: expressions.
        levels: of the second quantity.
        of: what of the expressions is meant.
        are_flights: whether the rows are numbers of frames in the air, which bring the first quantity by themselves.

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
