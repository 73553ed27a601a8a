"""A worker process that ends with its parent, notices that the run is canceled, and never hangs."""

import faulthandler
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event


class _ProcessState:
    """Global state of this process.

    Attributes:
        stop: set when the run is canceled; None in a process that is not our worker.
    """

    stop: Event | None = None


def begin_process(stop: Event) -> None:
    """Initializes a worker process of a pool; Ctrl-C is handled by its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _ProcessState.stop = stop
    threading.Thread(target=_end_with_parent, daemon=True).start()


def is_stopped() -> bool:
    """Whether the run is canceled."""
    return _ProcessState.stop is not None and _ProcessState.stop.is_set()


@contextmanager
def ends_after(seconds: float) -> Iterator[None]:
    """Ends this process, with its stack on stderr, if the block takes longer, as a hung call cannot be stopped."""
    if _ProcessState.stop is None:
        yield
        return
    faulthandler.dump_traceback_later(seconds, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
