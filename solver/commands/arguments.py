"""Arguments of the commands, and the requests that they make."""

import argparse
from pathlib import Path

from ..errors import InputError
from ..space.generate import TIME_LIMIT
from .request import (
    EchoRequest,
    EstimateRequest,
    GenerateRequest,
    Guidance,
    GuideRequest,
    SolveRequest,
    Weight,
)


def add_solve(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command solve."""
    parser.add_argument("job", type=Path, help="job file")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for clip.npz")
    parser.add_argument("--start", type=Path, metavar="CLIP", help="clip of a similar motion to start from")
    parser.add_argument(
        "--store", type=Path, metavar="FILE", help="file of clips to which a solution is added"
    )
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes that search free timings; default: one per core"
    )
    add_watch(parser)


def solve_request(chosen: argparse.Namespace) -> SolveRequest:
    """Request of the arguments."""
    return SolveRequest(
        job=str(chosen.job),
        out=str(chosen.out),
        start=_text(chosen.start),
        store=_text(chosen.store),
        workers=chosen.workers,
        watches_stdin=chosen.watch_stdin,
    )


def add_guide(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command guide."""
    parser.add_argument("clip", type=Path, help="clip file")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for guided.npz")
    parser.add_argument(
        "--first", type=int, action="append", default=[], metavar="FRAME",
        help="first frame that can change; repeat it with --last for intervals in turn",
    )  # fmt: skip
    parser.add_argument(
        "--last", type=int, action="append", default=[], metavar="FRAME",
        help="last frame that can change",
    )  # fmt: skip
    parser.add_argument(
        "--blind", action="store_true", help="intervals of an open clip ignore what comes after them"
    )
    parser.add_argument(
        "--dof",
        action="append",
        default=[],
        metavar="NAME",
        help="degree of freedom that can change; can be repeated",
    )
    parser.add_argument(
        "--smooth", type=int, default=0, metavar="PASSES", help="passes of a filter on the motion"
    )
    parser.add_argument(
        "--shake",
        type=float,
        default=0.0,
        metavar="SIZE",
        help="random disturbance [rad, m], reduced if it leads to no motion",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of --shake")
    parser.add_argument("--damp", type=float, metavar="STEP", help="largest change [rad, m]")
    parser.add_argument(
        "--weight", action="append", default=[], metavar="KIND=VALUE", help="weight of an objective"
    )
    parser.add_argument(
        "--iterations", type=int, metavar="N", help="maximum number of iterations, of the whole clip only"
    )
    add_watch(parser)


def guide_request(chosen: argparse.Namespace) -> GuideRequest:
    """Request of the arguments.

    Raises:
        InputError: a first or a last frame is missing, or a weight is not KIND=VALUE.
    """
    if len(chosen.first) != len(chosen.last):
        raise InputError("an interval needs --first and --last")
    guidance = Guidance(
        intervals=tuple(zip(chosen.first, chosen.last, strict=True)),
        is_blind=chosen.blind,
        dofs=tuple(chosen.dof),
        smooth=chosen.smooth,
        shake=chosen.shake,
        seed=chosen.seed,
        damp=chosen.damp,
        weights=tuple(map(_weight, chosen.weight)),
    )
    return GuideRequest(
        clip=str(chosen.clip),
        out=str(chosen.out),
        guidance=guidance,
        iterations=chosen.iterations,
        watches_stdin=chosen.watch_stdin,
    )


def add_generate(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command generate."""
    parser.add_argument("space", type=Path, help="parameter space file")
    parser.add_argument(
        "--store", type=Path, required=True, metavar="FILE", help="file of clips, created if missing"
    )
    parser.add_argument("--workers", type=int, metavar="N", help="processes; default: one per core")
    parser.add_argument("--dask", metavar="ADDRESS", help="address of a dask scheduler, instead of --workers")
    parser.add_argument("--resume", action="store_true", help="continue a space that the store already has")
    parser.add_argument("--dry-run", action="store_true", help="list the samples and the expected time only")
    parser.add_argument(
        "--time-limit", type=float, default=TIME_LIMIT, metavar="S", help="seconds for each sample"
    )
    add_watch(parser)


def generate_request(chosen: argparse.Namespace) -> GenerateRequest | EstimateRequest:
    """Request of the arguments."""
    space, store, dask = str(chosen.space), str(chosen.store), chosen.dask or None
    if chosen.dry_run:
        return EstimateRequest(space, store, workers=chosen.workers, dask=dask)
    return GenerateRequest(
        space,
        store,
        chosen.time_limit,
        workers=chosen.workers,
        dask=dask,
        resumes=chosen.resume,
        watches_stdin=chosen.watch_stdin,
    )


def echo_request(chosen: argparse.Namespace) -> EchoRequest:
    """Request of the arguments."""
    return EchoRequest(chosen.text)


def add_watch(parser: argparse.ArgumentParser) -> None:
    """The argument of whatever runs beside Blender."""
    parser.add_argument(
        "--watch-stdin", action="store_true", help="cancel on a line 'cancel' or the end of stdin"
    )


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)


def _weight(text: str) -> Weight:
    """Weight in a text such as ``effort=2``.

    Raises:
        InputError: the text is not KIND=VALUE.
    """
    objective, _, value = text.partition("=")
    try:
        return Weight(objective, float(value))
    except ValueError as error:
        raise InputError(f"expected KIND=VALUE, found '{text}'", field="--weight") from error
