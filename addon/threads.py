"""Which of our threads are at work: Blender's operators must not be called from a timer meanwhile.

While an operator runs, Blender lets other threads have Python; if one has, and a timer has lent the operator a window
(``bpy.context.temp_override``), Blender takes the other thread's Python for its own and reads a dict that is not
guarded: it crashes within a few operators (in BPY_context_member_get of bpy 5.0.1; no more from Blender 5.1 on, whose
Python tells them apart, github.com/python/cpython/issues/131346). So operators are called while all our threads rest.
"""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LOOK = 0.001  # s between two looks; long enough for who has just said that it rests to come to where it waits
_lock = threading.Lock()
_at_work = [0]  # how many
_back_to_work = threading.RLock()  # held by Blender's thread while nobody may come back from a rest


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


@contextmanager
def resting() -> Iterator[None]:
    """Around what a thread at work only waits for; while operators are called, it rests on."""
    _count(-1)
    try:
        yield
    finally:
        with _back_to_work:  # a lock is waited for without Python
            _count(+1)


def all_rest() -> bool:
    """Whether none of our threads is at work."""
    return _at_work[0] == 0


@contextmanager
def kept_at_rest(patience: float) -> Iterator[bool]:
    """Who rests, or comes to rest, stays at rest meanwhile; so one that is busy but rests now and then is caught.

    Args:
        patience: seconds to wait for those at work.

    Yields:
        Whether all rest, so that operators may be called.
    """
    deadline = time.perf_counter() + patience
    with _back_to_work:
        while not all_rest() and time.perf_counter() < deadline:
            time.sleep(LOOK)
        time.sleep(LOOK)
        yield all_rest()


def _count(change: int) -> None:
    with _lock:
        _at_work[0] += change
