"""Arguments of the commands that explore, and the requests that they build."""

import argparse
from pathlib import Path

from .arguments import add_watch
from .explore_request import MASS, METRICS, BetweenRequest, FrontRequest, VariationsRequest


def add_variations(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command variations."""
    parser.add_argument("job", type=Path, help="job file")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the clips")
    parser.add_argument("--count", type=int, default=4, metavar="N", help="motions, the best included")
    parser.add_argument(
        "--slack", type=float, default=0.25, metavar="SHARE", help="by which they may cost more than the best"
    )
    parser.add_argument(
        "--body",
        action="append",
        default=[],
        metavar="NAME",
        help="whose places count; repeat it",
    )
    parser.add_argument(
        "--by", default=MASS, choices=METRICS, help="how different motions are; default: mass of bodies"
    )
    parser.add_argument("--like", type=Path, metavar="CLIP", help="that all of them are near")
    parser.add_argument("--within", type=float, default=0.1, metavar="METERS", help="how near; default: 0.1")
    parser.add_argument(
        "--unlike",
        type=Path,
        action="append",
        default=[],
        metavar="CLIP",
        help="that they differ from, too; repeat it",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the starts")
    add_watch(parser)


def variations_request(chosen: argparse.Namespace) -> VariationsRequest:
    """Request of the arguments."""
    return VariationsRequest(
        job=str(chosen.job),
        out=str(chosen.out),
        count=chosen.count,
        slack=chosen.slack,
        bodies=tuple(chosen.body),
        by=chosen.by,
        like=None if chosen.like is None else str(chosen.like),
        within=chosen.within,
        unlike=tuple(map(str, chosen.unlike)),
        seed=chosen.seed,
        watches_stdin=chosen.watch_stdin,
    )


def add_front(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command front."""
    parser.add_argument("job", type=Path, help="job file")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the clips")
    parser.add_argument("--quantity", required=True, metavar="EXPRESSION", help="what is traded, as com.z")
    parser.add_argument(
        "--level", type=float, action="append", default=[], metavar="VALUE", help="of the quantity; repeat it"
    )
    parser.add_argument(
        "--flight", type=int, action="append", default=[], metavar="FRAMES",
        help="number of frames in the air, instead of levels, for a jump; repeat it",
    )  # fmt: skip
    parser.add_argument("--of", default="peak", metavar="WHAT", help="peak, mean, integral or each")
    parser.add_argument("--at-most", action="store_true", help="less of the quantity is better")
    parser.add_argument(
        "--help-price", type=float, metavar="COST",
        help="of a newton second of help, given where muscles are not enough; default: no help",
    )  # fmt: skip
    parser.add_argument("--workers", type=int, metavar="N", help="processes; default: one per core")
    add_watch(parser)


def front_request(chosen: argparse.Namespace) -> FrontRequest:
    """Request of the arguments."""
    return FrontRequest(
        job=str(chosen.job),
        out=str(chosen.out),
        quantity=chosen.quantity,
        levels=tuple(chosen.level),
        flights=tuple(chosen.flight),
        of=chosen.of,
        at_most=chosen.at_most,
        help_price=chosen.help_price,
        workers=chosen.workers,
        watches_stdin=chosen.watch_stdin,
    )


def add_between(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command between."""
    parser.add_argument("first", type=Path, help="clip file at share 0")
    parser.add_argument("second", type=Path, help="clip file at share 1, of the same job")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the clips")
    parser.add_argument(
        "--share", type=float, action="append", default=[], metavar="SHARE",
        help="of the way from the first to the second; repeat it; default: 0.5",
    )  # fmt: skip
    parser.add_argument(
        "--body", action="append", default=[], metavar="NAME", help="whose places count; repeat it"
    )
    parser.add_argument(
        "--quantity", default="", metavar="EXPRESSION", help="for jumps of a front: what they trade, as com.z"
    )
    parser.add_argument("--of", default="peak", metavar="WHAT", help="peak, mean, integral or each")
    add_watch(parser)


def between_request(chosen: argparse.Namespace) -> BetweenRequest:
    """Request of the arguments."""
    return BetweenRequest(
        first=str(chosen.first),
        second=str(chosen.second),
        out=str(chosen.out),
        shares=tuple(chosen.share) or (0.5,),
        bodies=tuple(chosen.body),
        quantity=chosen.quantity,
        of=chosen.of,
        watches_stdin=chosen.watch_stdin,
    )
