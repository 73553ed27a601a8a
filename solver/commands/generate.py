"""Solve all samples of a parameter space, or say what that would be."""

import argparse
from pathlib import Path

from ..errors import InputError
from ..messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Error, Sink, Status
from ..motion.clip_store import ClipStore
from ..space import ParameterSpace
from ..space import generate as solve_all
from ..space.generate import TIME_LIMIT
from ..space.kept import kept
from ..space.plan import estimate
from ..space.workers import LocalWorkers, Workers
from .stop_signal import stop_signal


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Of the command."""
    parser.add_argument("space", type=Path)
    parser.add_argument("--store", type=Path, required=True, metavar="FILE")
    parser.add_argument("--workers", type=int, metavar="N", help="processes; left out: one per core")
    parser.add_argument(
        "--dask", default="", metavar="ADDRESS", help="of a dask scheduler, instead of --workers"
    )
    parser.add_argument("--resume", action="store_true", help="go on with a space that the store has begun")
    parser.add_argument("--dry-run", action="store_true", help="list the samples and the expected time")
    parser.add_argument("--time-limit", type=float, default=TIME_LIMIT, metavar="S", help="of one sample")
    parser.add_argument(
        "--watch-stdin", action="store_true", help="a line 'cancel' or the end of stdin cancels"
    )


def generate(chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    """Solve all samples of a parameter space into a store; give the exit code and the store's place.

    Raises:
        InputError: naming the option or the field of the space that makes no sense.
    """
    if chosen.workers is not None and chosen.workers < 1:
        raise InputError(f"expected one worker or more, found {chosen.workers}", field="--workers")
    space = ParameterSpace.load(chosen.space)
    if chosen.dry_run:
        return _dry_run(space, chosen, tell)
    stop = stop_signal(watch_stdin=chosen.watch_stdin)
    tally = solve_all(
        space, chosen.store, workers=_workers(chosen), resume=chosen.resume,
        time_limit=chosen.time_limit, tell=tell, cancelled=stop.is_set,
    )  # fmt: skip
    told = f"{tally.solved} solved, {tally.infeasible} infeasible, {tally.failed} failed of {tally.total}"
    if tally.cancelled or tally.again:
        tell(Status(f"Stopped; {told} are kept, --resume goes on"))
        return EXIT_CANCELLED, str(chosen.store)
    tell(Status(f"{told}, {tally.seconds:.1f} s"))
    if not tally.solved:
        tell(Error("no sample has a solution; 'clips --samples' tells the reasons"))
        return EXIT_NO_SOLUTION, str(chosen.store)
    return EXIT_SOLVED, str(chosen.store)


def _workers(chosen: argparse.Namespace) -> Workers:
    if chosen.dask:
        from ..space.dask_workers import DaskWorkers

        return DaskWorkers.at(chosen.dask)
    return LocalWorkers(chosen.workers)


def _dry_run(space: ParameterSpace, chosen: argparse.Namespace, tell: Sink) -> tuple[int, str]:
    if chosen.store.is_file():
        with ClipStore(chosen.store, create=False) as opened:
            space = kept(opened, space)
    points = space.points()
    for point in points:
        tell(Status(space.named(point)[0]))
    counts = " x ".join(
        f"{len(set(column))} {d.name}" for d, column in zip(space.dimensions, points.T, strict=True)
    )
    tell(Status(f"{len(points)} samples: {counts}"))
    workers = _workers(chosen)
    tell(Status(estimate(space, points, chosen.store, workers.count).text))
    return EXIT_SOLVED, ""
