"""Solve all samples of a parameter space, or estimate the time."""

import threading
from pathlib import Path

from ..messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Error, Outline, Sink, Status
from ..scheduling.workers import LocalWorkers, Workers
from ..space import ParameterSpace
from ..space import generate as solve_all
from ..space.plan import estimate as expected_time
from ..space.store_match import stored_matches
from ..store.clip_store import ClipStore
from .request import EstimateRequest, GenerateRequest


def generate(request: GenerateRequest, send: Sink, stop: threading.Event) -> tuple[int, str]:
    """Carries out the request; returns the exit code and the store's path.

    Raises:
        InputError: naming the option or the field of the space that makes no sense.
    """
    workers, space = _workers(request), ParameterSpace.load(Path(request.space))
    tally = solve_all(
        space, Path(request.store), workers=workers, resume=request.resumes,
        time_limit=request.time_limit, send=send, cancelled=stop.is_set,
    )  # fmt: skip
    counts = f"{tally.solved} solved, {tally.infeasible} infeasible, {tally.failed} failed of {tally.total}"
    if tally.cancelled or tally.again:
        send(Status(f"Stopped; {counts} are kept, --resume continues"))
        return EXIT_CANCELLED, request.store
    send(Status(f"{counts}, {tally.seconds:.1f} s"))
    if not tally.solved:
        send(Error("no sample has a solution; 'clips --samples' lists the reasons"))
        return EXIT_NO_SOLUTION, request.store
    return EXIT_SOLVED, request.store


def estimate(request: EstimateRequest, send: Sink) -> tuple[int, str]:
    """Carries out the request; returns the exit code and no file.

    Raises:
        InputError: naming the option or the field of the space that makes no sense.
    """
    workers, store = _workers(request), Path(request.store)
    space = ParameterSpace.load(Path(request.space))
    if store.is_file():
        with ClipStore(store, create=False) as opened:
            space = stored_matches(opened, space)
    points = space.points()
    names = [space.sample_name(point) for point in points]
    for name in names:
        send(Status(str(name)))
    counts = " x ".join(
        f"{len(set(column))} {d.name}" for d, column in zip(space.dimensions, points.T, strict=True)
    )
    send(Status(f"{len(points)} samples: {counts}"))
    expected = expected_time(space, points, store, workers.count).text
    send(Status(expected))
    varied = tuple(dimension for dimension, _ in names[0].labels)
    send(Outline(varied, tuple(tuple(label for _, label in name.labels) for name in names), expected))
    return EXIT_SOLVED, ""


def _workers(request: GenerateRequest | EstimateRequest) -> Workers:
    if request.dask is not None:
        from ..scheduling.dask_workers import DaskWorkers

        return DaskWorkers.at(request.dask)
    return LocalWorkers(request.workers)
