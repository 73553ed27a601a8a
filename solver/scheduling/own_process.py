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


class _Own:
    """This process's state: the one place that it has for it.

    Attributes:
        stop: set when the run is cancelled; None in a process that is not ours, which is left alone.
    """

    stop: Event | None = None


def begin_process(stop: Event) -> None:
    """Prepares this process, which a pool has started; Ctrl-C is its parent's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _Own.stop = stop
    threading.Thread(target=_end_with_parent, daemon=True).start()


def is_stopped() -> bool:
    """Whether the run is cancelled."""
    return _Own.stop is not None and _Own.stop.is_set()


@contextmanager
def ends_after(seconds: float) -> Iterator[None]:
    """This process ends itself, its stack on stderr, if the block takes longer: a call that hangs hears nothing."""
    if _Own.stop is None:
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
