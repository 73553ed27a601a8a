"""Arguments of the commands whose flags do not match the fields of their requests: guide and generate."""

import argparse

from ..errors import InputError
from ..space.generate import TIME_LIMIT
from .flags import add_flags, request_of
from .request import EstimateRequest, GenerateRequest, Guidance, GuideRequest, Weight


def add_guide(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command guide."""
    add_flags(parser, GuideRequest)
    add_flags(parser, Guidance)
    parser.add_argument(
        "--first", type=int, action="append", default=[], metavar="FRAME",
        help="first frame that can change; repeat it with --last for intervals in turn",
    )  # fmt: skip
    parser.add_argument(
        "--last", type=int, action="append", default=[], metavar="FRAME", help="last frame that can change"
    )
    parser.add_argument(
        "--weight", action="append", default=[], metavar="KIND=VALUE", help="weight of an objective"
    )


def guide_request(chosen: argparse.Namespace) -> GuideRequest:
    """Request of the arguments.

    Raises:
        InputError: a first or a last frame is missing, or a weight is not KIND=VALUE.
    """
    if len(chosen.first) != len(chosen.last):
        raise InputError("an interval needs --first and --last")
    intervals, weights = zip(chosen.first, chosen.last, strict=True), map(_weight, chosen.weight)
    guidance = request_of(Guidance, chosen, intervals=tuple(intervals), weights=tuple(weights))
    return request_of(GuideRequest, chosen, guidance=guidance)


def add_generate(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command generate."""
    add_flags(parser, GenerateRequest)
    parser.add_argument("--dry-run", action="store_true", help="only list the samples and the expected time")
    parser.add_argument(
        "--time-limit", type=float, default=TIME_LIMIT, metavar="S", help="seconds for each sample"
    )


def generate_request(chosen: argparse.Namespace) -> GenerateRequest | EstimateRequest:
    """Request of the arguments."""
    if chosen.dry_run:
        return request_of(EstimateRequest, chosen)
    return request_of(GenerateRequest, chosen)


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
