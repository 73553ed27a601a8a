"""Carries out a request."""

import sys
import threading
from collections.abc import Callable
from typing import Any

from ..messages import EXIT_SOLVED, Sink, Status
from ..number_range import check_numbers
from .between import find_between
from .compose import compose
from .explore import find_variations
from .explore_request import BetweenRequest, FrontRequest, VariationsRequest
from .front import find_front
from .generate import estimate, generate
from .graph import cover, graph, walk
from .guide import guide
from .join import join
from .library_request import (
    ComposeRequest,
    CoverageRequest,
    GraphRequest,
    JoinRequest,
    LoopRequest,
    WalkRequest,
)
from .live import LiveSession
from .loop import loop
from .request import (
    Command,
    CompareRequest,
    EchoRequest,
    EstimateRequest,
    GenerateRequest,
    GuideRequest,
    KeepRequest,
    LiveRequest,
    SolveRequest,
)
from .solve import solve
from .stop_signal import stop_signal

BY_TYPE: dict[type, Callable[[Any, Sink, threading.Event], tuple[int, str]]] = {
    BetweenRequest: find_between,
    ComposeRequest: compose,
    FrontRequest: find_front,
    GenerateRequest: generate,
    GraphRequest: graph,
    GuideRequest: guide,
    JoinRequest: join,
    LoopRequest: loop,
    VariationsRequest: find_variations,
    WalkRequest: walk,
}


def perform(
    command: Command, send: Sink, stop: threading.Event | None = None, live: LiveSession | None = None
) -> tuple[int, str]:
    """Carries out a request; returns the exit code and the file written, if any.

    Args:
        command: the request.
        send: receives messages.
        stop: set to stop it; None: stopped by signals and, if the request says so, stdin.
        live: earlier edits of the same process; None: none.

    Raises:
        InputError: the request is invalid.
    """
    check_numbers(command, "request")
    if isinstance(command, EchoRequest):
        return _echo(command, send)
    if isinstance(command, EstimateRequest):
        return estimate(command, send)
    if isinstance(command, CoverageRequest):
        return cover(command, send)
    stop = stop or stop_signal(watch_stdin=command.watches_stdin)
    live = live or LiveSession()
    if isinstance(command, LiveRequest):
        return live.follow(command, send, stop)
    if isinstance(command, KeepRequest):
        return live.keep(command)
    if isinstance(command, CompareRequest):
        return live.compare(command, send, stop)
    if isinstance(command, SolveRequest):
        return solve(command, send, stop, live)
    return BY_TYPE[type(command)](command, send, stop)


def _echo(request: EchoRequest, send: Sink) -> tuple[int, str]:
    send(Status(request.text))
    from ..optimise.ipopt import VERSION

    send(Status(f"IPOPT {VERSION} in Python {sys.version.split()[0]}"))
    return EXIT_SOLVED, ""
