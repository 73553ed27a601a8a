"""Which of our threads are at work: Blender's operators must not be called from a timer meanwhile.

While an operator runs, Blender lets other threads have Python; if one has, and a timer has lent the operator a window
(``bpy.context.temp_override``), Blender takes the other thread's Python for its own and reads a dict that is not
guarded: it crashes within a few operators (in BPY_context_member_get of bpy 5.0.1; no more from Blender 5.1 on, whose
Python tells them apart, github.com/python/cpython/issues/131346). So all our threads are called to rest before.

A thread rests where it waits for a lock, which takes no Python and ends by nobody else's doing: one that waits for a
process to say something would have Python for a moment whenever that speaks. A bell calls those to the lock.
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

LOOK = 0.001  # s between two looks; long enough for who has just been counted off to come to the lock
_lock = threading.Lock()
_at_work = [0]  # how many
_rest = threading.RLock()  # held by Blender's thread while all have to rest
_bell, _rope = os.pipe()  # one can be read from while all have to rest, the other is written to for that


def submit(
    pool: ThreadPoolExecutor, call: Callable[P, T], *arguments: P.args, **named: P.kwargs
) -> Future[T]:
    """Lets a pool do a call, at work from now on until it is done or cancelled."""
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
    """Lets a thread at work wait until there is something to read, or no more to come; it rests when it is called to.

    Args:
        file: descriptor of a pipe.
    """
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
def all_at_rest(patience: float) -> Iterator[bool]:
    """Calls all threads to rest; who comes stays at rest meanwhile.

    Args:
        patience: seconds to wait for those at work.

    Yields:
        Whether all rest, so that operators may be called.
    """
    deadline = time.perf_counter() + patience
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
