"""The command line for people: arguments of a command, and the request that they make."""

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
    """Of the command solve."""
    parser.add_argument("job", type=Path)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--start", type=Path, metavar="CLIP", help="a motion like it to begin with")
    parser.add_argument("--store", type=Path, metavar="FILE")
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes that search free timings; all cores"
    )
    _add_watch(parser)


def solve_request(chosen: argparse.Namespace) -> SolveRequest:
    """What the arguments ask for."""
    return SolveRequest(
        job=str(chosen.job),
        out=str(chosen.out),
        start=_text(chosen.start),
        store=_text(chosen.store),
        workers=chosen.workers,
        watches_stdin=chosen.watch_stdin,
    )


def add_guide(parser: argparse.ArgumentParser) -> None:
    """Of the command guide."""
    parser.add_argument("clip", type=Path)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument(
        "--first", type=int, action="append", default=[], metavar="FRAME",
        help="only frames of the clip from this one",
    )  # fmt: skip
    parser.add_argument(
        "--last", type=int, action="append", default=[], metavar="FRAME",
        help="to this one may change; with --first it may come again: intervals in turn",
    )  # fmt: skip
    parser.add_argument(
        "--blind", action="store_true", help="what comes after an interval of an open clip is not known yet"
    )
    parser.add_argument(
        "--dof", action="append", default=[], metavar="NAME", help="only this may change; may come again"
    )
    parser.add_argument("--smooth", type=int, default=0, metavar="PASSES", help="filter the motion first")
    parser.add_argument(
        "--shake",
        type=float,
        default=0.0,
        metavar="SIZE",
        help="disturb it first [rad, m], less where it comes to no motion",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the shake")
    parser.add_argument(
        "--damp", type=float, metavar="STEP", help="nothing changes by more than this [rad, m]"
    )
    parser.add_argument("--weight", action="append", default=[], metavar="KIND=VALUE", help="of an objective")
    parser.add_argument(
        "--iterations", type=int, metavar="N", help="stop after these, wherever the whole clip is"
    )
    _add_watch(parser)


def guide_request(chosen: argparse.Namespace) -> GuideRequest:
    """What the arguments ask for.

    Raises:
        InputError: a first or a last frame is missing, or a weight is no such thing.
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
    """Of the command generate."""
    parser.add_argument("space", type=Path)
    parser.add_argument("--store", type=Path, required=True, metavar="FILE")
    parser.add_argument("--workers", type=int, metavar="N", help="processes; left out: one per core")
    parser.add_argument("--dask", metavar="ADDRESS", help="of a dask scheduler, instead of --workers")
    parser.add_argument("--resume", action="store_true", help="go on with a space that the store has begun")
    parser.add_argument("--dry-run", action="store_true", help="list the samples and the expected time")
    parser.add_argument("--time-limit", type=float, default=TIME_LIMIT, metavar="S", help="of one sample")
    _add_watch(parser)


def generate_request(chosen: argparse.Namespace) -> GenerateRequest | EstimateRequest:
    """What the arguments ask for."""
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
    """What the arguments ask for."""
    return EchoRequest(chosen.text)


def _add_watch(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--watch-stdin", action="store_true", help="a line 'cancel' or the end of stdin cancels"
    )


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)


def _weight(text: str) -> Weight:
    """Of a text such as ``effort=2``.

    Raises:
        InputError: the text is no such thing.
    """
    objective, _, value = text.partition("=")
    try:
        return Weight(objective, float(value))
    except ValueError as error:
        raise InputError(f"expected KIND=VALUE, found '{text}'", field="--weight") from error
