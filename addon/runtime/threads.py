"""Pauses the add-on's threads while a timer calls Blender's operators.

While an operator runs, Blender releases the GIL. If another thread takes it, and a timer has overridden the operator's
window (``bpy.context.temp_override``), Blender takes the other thread's Python state for its own and reads a dict that
is not guarded. It crashes within a few operators (in BPY_context_member_get of bpy 5.0.1; fixed with Python of Blender
5.1, github.com/python/cpython/issues/131346). Therefore, all threads of the add-on are paused before.

A paused thread waits for a lock, without the GIL. A thread that waits for output of a process would take the GIL for a
moment at each output; a pipe (the bell) wakes such threads so that they wait for the lock instead.
"""

import os
import select
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LOOK = 0.001  # s between two checks; enough for a thread that was just counted off to reach the lock
_lock = threading.Lock()
_at_work = [0]  # number of running threads
_rest = threading.RLock()  # held by Blender's thread while all others are paused
_bell, _rope = os.pipe()  # the bell is readable while all threads have to pause; the rope writes to it


def submit(
    pool: ThreadPoolExecutor, call: Callable[P, T], *arguments: P.args, **named: P.kwargs
) -> Future[T]:
    """Submits a call to a pool, counted as running from now until it is done or canceled."""
    future = pool.submit(call, *arguments, **named)
    _count(+1)
    future.add_done_callback(lambda _: _count(-1))
    return future


def working(call: Callable[P, T]) -> Callable[P, T]:
    """A call for a thread that is started at once, at work from now on until it ends."""

    def counted(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return call(*arguments, **named)
        finally:
            _count(-1)

    _count(+1)
    return counted


def wait_to_read(file: int) -> None:
    """Lets a thread at work wait until a pipe has something to read or has ended; it rests when it is called to."""
    either = select.poll()
    either.register(file, select.POLLIN)
    either.register(_bell, select.POLLIN)
    ready: set[int] = set()
    while file not in ready:
        ready = {each for each, _ in either.poll()}
        if _bell in ready:
            _count(-1)
            with _rest:
                _count(+1)


@contextmanager
def all_at_rest(timeout: float) -> Iterator[bool]:
    """Context in which all threads pause, including those that start to work meanwhile.

    Args:
        timeout: seconds to wait for working threads.

    Yields:
        Whether all threads pause, so that operators may be called.
    """
    deadline = time.perf_counter() + timeout
    with _rest:
        os.write(_rope, b"!")
        try:
            while _at_work[0] and time.perf_counter() < deadline:
                time.sleep(LOOK)
            time.sleep(LOOK)
            yield not _at_work[0]
        finally:
            os.read(_bell, 1)


def _count(change: int) -> None:
    with _lock:
        _at_work[0] += change
