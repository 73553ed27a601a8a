"""Blender's event loop: long work is done a few milliseconds at a time, so that Blender never waits long for us.

Work is a generator: it yields wherever Blender may breathe, and returns what came of it.
"""

import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, TypeVar

import bpy

from ..solver.errors import InputError

PERIOD = 0.01  # s between two looks
POLL = 0.002  # s between looks at a thread
BUDGET = (
    0.015  # s of work before Blender may breathe; a single step, as a frame of a heavy rig, may take longer
)
T = TypeVar("T")
Work = Generator[None, None, T]


@dataclass(frozen=True, eq=False)
class _Going:
    """Work that is going on.

    Attributes:
        steps: of the work.
        then: takes what came of it.
        holds_data: whether it refers to Blender's data between two steps, which undo replaces.
    """

    steps: Work[Any]
    then: Callable[[Any], object]
    holds_data: bool

    def go_on(self, budget: float) -> bool:
        """Works for so many seconds, one step at least; whether that was the end.

        Raises:
            InputError: what the work or the taker of its result says.
        """
        deadline = time.perf_counter() + budget
        try:
            next(self.steps)
            while time.perf_counter() < deadline:
                next(self.steps)
        except StopIteration as end:
            self.then(end.value)
            return True
        except ReferenceError as error:
            raise InputError("The armature is gone, or what it played; begin again") from error
        return False


_going: list[_Going] = []  # they take turns; they must live somewhere between two timer calls


def at_once(work: Work[T]) -> T:
    """What comes of work that is done to the end while Blender waits, for scripts."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


def start(work: Work[T], then: Callable[[T], object], *, holds_data: bool = True) -> None:
    """Lets Blender's event loop do it.

    Args:
        work: to do.
        then: takes what comes of it; what either says is wrong is told in the panel.
        holds_data: whether the work refers to Blender's data between two steps; undo drops it then.
    """
    _going.append(_Going(work, then, holds_data))
    if not bpy.app.timers.is_registered(_tick):
        bpy.app.timers.register(_tick, first_interval=0.0)


def in_a_thread(call: Callable[[], T]) -> Work[T]:
    """What a call gives that takes long and does not touch Blender's data."""
    with ThreadPoolExecutor(1, "spacetime-work") as thread:
        found = thread.submit(call)
        while not found.done():
            time.sleep(POLL)
            yield
        return found.result()


def is_busy() -> bool:
    """Whether any work is going on."""
    return bool(_going)


def stop() -> None:
    """Drops all work: the file is changing or Blender is quitting."""
    _going.clear()
    if bpy.app.timers.is_registered(_tick):
        bpy.app.timers.unregister(_tick)


def after_undo() -> None:
    """Drops what refers to data that undo has replaced."""
    _going[:] = [each for each in _going if not each.holds_data]


def in_a_window() -> AbstractContextManager[Any]:
    """Context for operators that want a window; a timer has none of its own."""
    windows = bpy.context.window_manager.windows
    return bpy.context.temp_override(window=windows[0]) if len(windows) else nullcontext()


def redraw() -> None:
    """Views and timelines show what is new."""
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type in ("VIEW_3D", "DOPESHEET_EDITOR"):
                area.tag_redraw()


def _tick() -> float | None:
    """One turn of the work whose turn it is."""
    if not _going:
        return None
    work, is_over = _going.pop(0), True
    try:
        with in_a_window():
            is_over = work.go_on(BUDGET)
    except InputError as error:
        bpy.context.window_manager.spacetime.error = str(error)
    if is_over:
        redraw()
    else:
        _going.append(work)
    return PERIOD if _going else None
