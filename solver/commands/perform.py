"""Do what a request asks for."""

import sys

from ..errors import InputError
from ..messages import EXIT_SOLVED, Sink, Status
from .generate import estimate, generate
from .guide import guide
from .request import Command, EchoRequest, EstimateRequest, GenerateRequest, GuideRequest, SolveRequest
from .solve import solve


def perform(command: Command, tell: Sink) -> tuple[int, str]:
    """Does it; gives the exit code and the file of what it leaves, if any."""
    match command:
        case SolveRequest():
            return solve(command, tell)
        case GuideRequest():
            return guide(command, tell)
        case GenerateRequest():
            return generate(command, tell)
        case EstimateRequest():
            return estimate(command, tell)
        case EchoRequest():
            return _echo(command, tell)


def _echo(request: EchoRequest, tell: Sink) -> tuple[int, str]:
    tell(Status(request.text))
    try:
        from ..optimise.ipopt import VERSION
    except ImportError as error:
        raise InputError(f"this Python ({sys.executable}) has no IPOPT: {error}") from error
    tell(Status(f"IPOPT {VERSION} in Python {sys.version.split()[0]}"))
    return EXIT_SOLVED, ""
