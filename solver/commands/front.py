"""Finds the best trade-offs between the objectives of a job and other quantities, and saves each."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError
from ..job.job import Job
from ..messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Found, Sink, Status
from ..problem.timing.free_timings import is_free
from ..scheduling.workers import as_workers
from ..sentence import Sentence
from ..whole_file import require_folder
from ..wording.violations import why_unsolved
from .deliver import keep
from .explore_request import FrontRequest

if TYPE_CHECKING:  # IPOPT, scipy
    from ..explore.earlier import Earlier
    from ..explore.pareto import Front, TradeOff
    from ..explore.stronger import StrongerMuscles


def find_front(request: FrontRequest, send: Sink, stop: threading.Event) -> tuple[int, str]:
    """Carries out the request; returns the exit code and the folder.

    Raises:
        InputError: the job or a quantity is invalid, or neither levels nor flights are given.
    """
    from ..explore.earlier import ExplorationStore, nothing
    from ..explore.stronger import strength_of
    from ..explore.supernatural import is_natural

    job, folder = _traded(request), Path(request.out)
    require_folder(folder)
    points, kept = list["TradeOff"](), None
    if request.store is not None:
        kept = ExplorationStore(Path(request.store), _asked(request))

    def save(point: "TradeOff") -> None:
        points.append(point)
        if kept is not None:
            kept.keep(point.clip)
        file = keep(point.clip, folder / f"front_{len(points)}.npz", send)
        is_helped = bool(strength_of(point.clip.job.character, job.character)) or not is_natural(point.clip)
        words = _words_of_point(point, points[0], request, job)
        is_known = kept is not None and kept.has_given(point.clip)
        figures = point.level, point.cost, float(is_helped)
        send(Found(words, clip=str(file), point=figures, is_known=is_known))

    earlier = nothing if kept is None else kept.of_job
    found = _sought(job, request, earlier, send, save, stop)
    for words in _summary(points, found, request):
        send(Status(words))
    if stop.is_set():
        return EXIT_CANCELLED, str(folder)
    return (EXIT_SOLVED, str(folder)) if found.points else (EXIT_NO_SOLUTION, "")


def _traded(request: FrontRequest) -> Job:
    """The job of all motions, with an upward push if requested."""
    from ..explore.supernatural import Help, with_help

    job = Job.load(Path(request.job))
    if is_free(job):
        raise InputError("expected fixed timings; solve the job first", field="job")
    if bool(request.levels) == bool(request.flights):
        raise InputError("expected either levels or flights", field="--level")
    if request.flights and request.at_most:
        raise InputError("expected levels; flights are always lengthened", field="--at-most")
    if bool(request.second) != bool(request.second_levels):
        raise InputError("expected a second quantity together with its levels", field="--second-level")
    if request.second and request.at_most:
        raise InputError("expected one quantity of which less is better, found two", field="--at-most")
    return job if request.help_price is None else with_help(job, Help(price=request.help_price))


def _sought(
    job: Job,
    request: FrontRequest,
    earlier: "Earlier",
    send: Sink,
    save: "Callable[[TradeOff], None]",
    stop: threading.Event,
) -> "Front":
    from ..explore.front import front
    from ..explore.front_search import FrontSearch
    from ..explore.jumps import jump_front
    from ..explore.surface import grid, surface

    of = request.of
    search = FrontSearch(
        _muscles(request),
        earlier,
        as_workers(request.workers),
        send=send,
        on_found=save,
        cancelled=stop.is_set,
    )
    if request.second:
        rows = request.flights or request.levels
        jobs = grid(
            job,
            rows,
            (request.quantity, request.second),
            request.second_levels,
            of=of,
            are_flights=bool(request.flights),
        )
        return surface(jobs, (request.quantity, request.second), of=of, search=search)
    if request.flights:
        return jump_front(job, request.flights, request.quantity, of=of, search=search)
    return front(job, request.quantity, request.levels, of=of, at_most=request.at_most, search=search)


def _muscles(request: FrontRequest) -> "StrongerMuscles | None":
    from ..explore.stronger import StrongerMuscles

    return None if request.muscle_price is None else StrongerMuscles(price=request.muscle_price)


def _asked(request: FrontRequest) -> str:
    """Key of the options that, besides the job, determine the motions found."""
    return "" if request.muscle_price is None else f"strength at {request.muscle_price:g}"


def _words_of_point(point: "TradeOff", first: "TradeOff", request: FrontRequest, job: Job) -> str:
    """Quantities of a motion, its cost and its help."""
    from ..explore.stronger import strength_of
    from ..explore.supernatural import help_of, is_natural

    words = _levels(point, request)
    if point is not first and first.cost:
        words += f" costs {point.cost / first.cost:.2f} times the first"
    if not is_natural(point.clip):
        words += f", with {help_of(point.clip):.1f} N s of help"
    share = strength_of(point.clip.job.character, job.character)
    return f"{words}, with muscles {1 + share:.2f} times as strong" if share else words


def _levels(point: "TradeOff", request: FrontRequest) -> str:
    words = f"{request.of} of {request.quantity} {point.level:.4g}"
    return words + "".join(f" and of {request.second} {level:.4g}" for level in point.further_levels)


def _summary(points: list["TradeOff"], front: "Front", request: FrontRequest) -> Iterator[str]:
    """Sentences about each file, and about missing motions."""
    for k, point in enumerate(points, 1):
        worth = "" if point in front.points else "; another motion has more for less"
        yield f"'front_{k}.npz': {_levels(point, request)} costs {point.cost:.4g}{worth}"
    for dropped in front.dropped:
        if dropped.violations:
            what = f"{dropped.level:g} frames in the air" if dropped.is_flight else f"{dropped.level:.4g}"
            yield str(Sentence.of(f"{what}: left out: ", why_unsolved(dropped.violations)))
