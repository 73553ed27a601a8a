"""A solver that stays: orders are lines on stdin, carried out one after another; every answer names its order.

Loading Python, SciPy's sparse matrices and IPOPT takes longer than finding many a motion, so whoever solves often keeps
one going. What every solve needs is loaded while nobody waits; sympy only with the first job that has formulas, pycma
with the first search for timings, and scipy.optimize with the first transition, loop or motion without forces.
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
    """Do a command after those that came before.

    Attributes:
        id: by which answers name it.
        folder: where it works; its files are named as seen from there.
        command: what to do.
        supersedes: id of an order that nobody waits for any more: it is cancelled; empty: none.
    """

    kind: ClassVar[str] = "perform"
    id: str
    folder: str
    command: Command
    supersedes: str = ""


@dataclass(frozen=True)
class Cancel:
    """Stop an order: what has begun hands over its best, what waits is done with.

    Attributes:
        id: of the order; one that is over already does not matter.
    """

    kind: ClassVar[str] = "cancel"
    id: str


@dataclass(frozen=True)
class Order(Document):
    """One line to a solver that stays."""

    what: ClassVar[str] = "order"
    order: Perform | Cancel
    schema_version: int = 1


def serve(voice: Voice, *, idle: float | None = None, memory: int | None = None) -> tuple[int, str]:
    """Does orders until stdin ends, or until none has come for a while; gives the exit code and no file.

    Args:
        voice: says the answers.
        idle: seconds without a request after which it ends; None: it waits for ever.
        memory: that it may take [MB]; None: as much as there is. What needs more is bad input, and once more than
            half has been taken it ends after the order, as what has been taken is not always given back.

    Raises:
        InputError: this system can keep no limit of memory.
    """
    orders = _Orders(voice)
    threading.Thread(target=orders.listen, name="orders", daemon=True).start()
    if memory is not None:
        _limit_memory(memory)
    from .. import animate  # noqa: F401  while nobody waits for it yet
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
    given: Perform, stop: threading.Event, voice: Voice, memory: int | None, live: LiveSession
) -> Callable[[], tuple[int, str]]:
    def command() -> tuple[int, str]:
        try:
            os.chdir(given.folder)
            return perform(given.command, voice.about(given.id), stop, live)
        except MemoryError as error:
            limit = f"the solver's limit of {memory} MB" if memory is not None else "this computer has"
            raise InputError(
                f"the motion needs more memory than {limit}; shorten it or raise the limit"
            ) from error
        except OSError as error:
            raise InputError(f"'{error.filename}' cannot be used: {error.strerror}") from error

    return command


class _Orders:
    """What has been ordered and not been done.

    Args:
        voice: answers what never begins.
    """

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._waiting: deque[Perform] = deque()
        self._current, self._stop = "", threading.Event()
        self._is_over = False
        self._changed = threading.Condition()

    def listen(self) -> None:
        """Takes lines from stdin up to its end; what is under way then is cancelled. For a thread."""
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
        """The next order, when there is one; None when there will be none."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_over, idle)
            return self._waiting.popleft() if self._waiting else None

    @contextmanager
    def under_way(self, given: Perform) -> Iterator[threading.Event]:
        """Event that is set to stop this order."""
        with self._changed:
            self._current, self._stop = given.id, threading.Event()
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
    """Memory [MB] that this process has taken at most."""
    if sys.platform == "win32":
        return 0.0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (MEGABYTE if sys.platform == "darwin" else 1024)
