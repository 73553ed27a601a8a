"""A persistent solver: orders are lines on stdin, carried out in sequence; every answer names its order.

Loading Python, SciPy's sparse matrices and IPOPT takes longer than finding many motions, so a client that solves often
keeps one running. What every solve needs is loaded at the start; SymPy with the first job that has formulas, pycma with
the first search for timings, and scipy.optimize with the first transition, loop or motion without forces.
"""

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from ..document import Document
from ..ending import run_to_the_end
from ..errors import InputError
from ..messages import EXIT_CANCELLED, EXIT_SOLVED, Done, Error
from ..record import parse_json
from .live import LiveSession
from .perform import perform
from .request import Command
from .stdin import read_on
from .voice import Voice

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Perform:
    """Carry out a command after the earlier ones.

    Attributes:
        id: in the answers.
        folder: working folder; files are relative to it.
        command: the request.
        supersedes: id of an obsolete order, which is canceled; empty: none.
    """

    kind: ClassVar[str] = "perform"
    id: str
    folder: str
    command: Command
    supersedes: str = ""


@dataclass(frozen=True)
class Cancel:
    """Stop an order; if running, it returns its best result, and if waiting, it is discarded.

    Attributes:
        id: of the order; a finished one is ignored.
    """

    kind: ClassVar[str] = "cancel"
    id: str


@dataclass(frozen=True)
class Order(Document):
    """One line to a persistent solver."""

    noun: ClassVar[str] = "order"
    order: Perform | Cancel
    schema_version: int = 1


def serve(voice: Voice, *, idle: float | None = None, memory: int | None = None) -> tuple[int, str]:
    """Carries out orders until stdin ends or is idle for a time; returns the exit code and no file.

    Args:
        voice: sends the answers.
        idle: time without an order after which it ends [s]; None: never.
        memory: limit [MB]; None: no limit. An order that needs more is invalid input. After an order that took more
            than half, the process ends, as memory is not always returned to the system.

    Raises:
        InputError: the system does not support a memory limit.
    """
    orders = _Orders(voice)
    threading.Thread(target=orders.listen, name="orders", daemon=True).start()
    if memory is not None:
        _limit_memory(memory)
    from .. import animate  # noqa: F401  loaded before the first order
    from ..analysis import missing_force  # noqa: F401

    live = LiveSession()
    while (given := orders.next(idle)) is not None:
        with orders.under_way(given) as stop:
            send = voice.about(given.id)
            run_to_the_end(_carried_out(given, stop, voice, memory, live), send)
        if memory is not None and _most_taken() > memory / 2:
            break
    return EXIT_SOLVED, ""


def _carried_out(
    order: Perform, stop: threading.Event, voice: Voice, memory: int | None, live: LiveSession
) -> Callable[[], tuple[int, str]]:
    def command() -> tuple[int, str]:
        try:
            os.chdir(order.folder)
            return perform(order.command, voice.about(order.id), stop, live)
        except MemoryError as error:
            limit = f"the solver's limit of {memory} MB" if memory is not None else "this computer has"
            raise InputError(
                f"the motion needs more memory than {limit}; shorten it or raise the limit"
            ) from error
        except OSError as error:
            raise InputError(f"'{error.filename}' cannot be used: {error.strerror}") from error

    return command


class _Orders:
    """Queue of pending orders.

    Args:
        voice: answers orders that never begin.
    """

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._waiting: deque[Perform] = deque()
        self._current, self._stop = "", threading.Event()
        self._is_over = False
        self._changed = threading.Condition()

    def listen(self) -> None:
        """Reads lines from stdin to its end, then cancels the running order. For a thread."""
        begun = b""
        while read := read_on():
            *lines, begun = (begun + read).split(b"\n")
            for line in filter(None, lines):
                try:
                    self._take(_read(line))
                except InputError as error:
                    self._voice(Error.of(error.sentence, error.field))
        with self._changed:
            self._is_over = True
            self._waiting.clear()
            self._stop.set()
            self._changed.notify()

    def next(self, idle: float | None) -> Perform | None:
        """Waits for the next order; None if there will be none."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_over, idle)
            return self._waiting.popleft() if self._waiting else None

    @contextmanager
    def under_way(self, order: Perform) -> Iterator[threading.Event]:
        """Context of a running order; its event is set to stop it."""
        with self._changed:
            self._current, self._stop = order.id, threading.Event()
            if self._is_over:
                self._stop.set()
        yield self._stop
        with self._changed:
            self._current = ""

    def _take(self, order: Perform | Cancel) -> None:
        if isinstance(order, Cancel):
            self._cancel(order.id)
            return
        if order.supersedes:
            self._cancel(order.supersedes)
        with self._changed:
            self._waiting.append(order)
            self._changed.notify()

    def _cancel(self, id: str) -> None:
        with self._changed:
            if id == self._current:
                self._stop.set()
            dropped = [each for each in self._waiting if each.id == id]
            for each in dropped:
                self._waiting.remove(each)
        for each in dropped:
            self._voice.about(each.id)(Done(EXIT_CANCELLED))


def _read(line: bytes) -> Perform | Cancel:
    return Order.from_json(parse_json(line, "an order")).order


def _limit_memory(megabytes: int) -> None:
    if sys.platform == "win32":
        raise InputError("this system does not support a memory limit", field="--memory")
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, resource.RLIM_INFINITY))


def _most_taken() -> float:
    """Peak memory of this process [MB]."""
    if sys.platform == "win32":
        return 0.0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (MEGABYTE if sys.platform == "darwin" else 1024)
