"""Which of our threads are at work: Blender must not be called by an operator meanwhile.

While an operator runs, Blender lets other threads have Python; if one has, and a timer has lent the operator a window
(``bpy.context.temp_override``), Blender takes the other thread's Python for its own and reads a dict that is not
guarded: one ``ed.undo_push`` in twenty that met a starting solver crashed (in BPY_context_member_get of bpy 5.0.1). So
undo steps are made when our threads rest.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_lock = threading.Lock()
_at_work = [0]  # how many


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
    """Around what a thread at work only waits for."""
    _count(-1)
    try:
        yield
    finally:
        _count(+1)


def all_rest() -> bool:
    """Whether an operator may be called from a timer."""
    return _at_work[0] == 0


def _count(change: int) -> None:
    with _lock:
        _at_work[0] += change
