"""Blender's event loop: long work is done a few milliseconds at a time, so that Blender never waits long for us.

Work is a generator: it yields None wherever Blender may breathe, WAITING where only time helps, and returns what came
of it. What takes long and does not touch Blender's data, it leaves to a thread (``in_a_thread``); it calls Blender's
operators while no thread of ours is at work (``with_operators``).
"""

import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

import bpy

from ..solver.errors import InputError
from .announcement import announced
from .fault import told
from .threads import all_at_rest, submit

PERIOD = 0.01  # s between two looks
POLL = 0.002  # s between looks of a script, which has nothing else to do
# s of work before Blender may breathe; a single step, as a frame of a heavy rig, may take longer
BUDGET = 0.01
# s that Blender waits for threads that are about to rest, at most; who is at work for longer is asked in later turns
PATIENCE = 0.005
WAITING = object()  # yielded while a thread works: this turn is over
_WAITING_FOR_REST = object()  # likewise, until all threads rest
_BEFORE_A_THREAD = object()  # yielded before another thread is put to work
P = ParamSpec("P")
T = TypeVar("T")
Work = Generator[Any, None, T]  # yields None or WAITING
Operators = Any  # bpy.ops


@dataclass(eq=False)
class _Going:
    """Work that is going on.

    Attributes:
        steps: of the work.
        then: takes what came of it.
        holds_data: whether it refers to Blender's data between two steps, which undo replaces.
        word: what it yielded last.
    """

    steps: Work[Any]
    then: Callable[[Any], object]
    holds_data: bool
    word: object = None

    @property
    def may_go_on(self) -> bool:
        """Whether it keeps nobody waiting: threads would never rest all at once if others were begun all the time."""
        return self.word is not _BEFORE_A_THREAD or not any(each.word is _WAITING_FOR_REST for each in _going)

    def go_on(self, budget: float) -> bool:
        """Works for so many seconds, one step at least, or until it must wait; whether that was the end.

        Raises:
            InputError: what the work or the taker of its result says.
        """
        deadline = time.perf_counter() + budget
        try:
            self.word = next(self.steps)
            while self.word in (None, _BEFORE_A_THREAD) and self.may_go_on and time.perf_counter() < deadline:
                self.word = next(self.steps)
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
            if next(work) in (WAITING, _WAITING_FOR_REST):
                time.sleep(POLL)
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
    yield _BEFORE_A_THREAD
    thread = ThreadPoolExecutor(1, "spacetime-work")
    try:
        found = submit(thread, call)
        while not found.done():
            yield WAITING
        return found.result()
    finally:
        thread.shutdown(wait=False)  # whoever drops the work does not wait for the thread


def with_operators(
    call: Callable[Concatenate[Operators, P], T], *arguments: P.args, **named: P.kwargs
) -> Work[T]:
    """What a call gives that needs Blender's operators, which it is handed: made once no thread of ours is at work.

    Work must get them here and in no other way: Blender crashes if another thread has Python meanwhile, see
    ``threads``. What the call finds may have changed since the work's last step.
    """
    while True:
        with all_at_rest(PATIENCE) as is_quiet:
            if is_quiet:
                return call(bpy.ops, *arguments, **named)
        yield _WAITING_FOR_REST


def is_busy() -> bool:
    """Whether any work is going on."""
    return bool(_going)


def stop() -> None:
    """Drops all work: the file is changing or Blender is quitting."""
    _drop(tuple(_going))
    if bpy.app.timers.is_registered(_tick):
        bpy.app.timers.unregister(_tick)


def after_undo() -> None:
    """Drops what refers to data that undo has replaced."""
    _drop(tuple(each for each in _going if each.holds_data))


def _drop(dropped: tuple[_Going, ...]) -> None:
    """Ends work where it stands; what it does in its ``finally`` is done."""
    _going[:] = [each for each in _going if each not in dropped]
    for each in dropped:
        each.steps.close()


def in_a_window() -> AbstractContextManager[Any]:
    """Context for operators that want a window; a timer has none of its own."""
    windows = bpy.context.window_manager.windows
    return bpy.context.temp_override(window=windows[0]) if len(windows) else nullcontext()


def push_undo(label: str) -> Work[None]:
    """Makes what was done since the last one an undo step; Blender keeps none without a window."""

    def push(operators: Operators) -> None:
        if operators.ed.undo_push.poll():
            operators.ed.undo_push(message=label)

    return with_operators(push)


def redraw() -> None:
    """Views and timelines show what is new."""
    for area in _areas("VIEW_3D", "DOPESHEET_EDITOR"):
        area.tag_redraw()


def redraw_panels() -> None:
    """Sidebars show what is new; the views beside them are left alone, as a heavy scene takes long to draw."""
    for area in _areas("VIEW_3D"):
        for region in area.regions:
            if region.type == "UI":
                region.tag_redraw()


def redraw_preferences() -> None:
    """The preferences' window shows what is new, without the mouse passing over it."""
    for area in _areas("PREFERENCES"):
        area.tag_redraw()


def _areas(*kinds: str) -> Iterator[bpy.types.Area]:
    for window in bpy.context.window_manager.windows:
        yield from (area for area in window.screen.areas if area.type in kinds)


def _tick() -> float | None:
    """One turn of the work whose turn it is."""
    if not _going:
        return None
    work, is_over = next(each for each in _going if each.may_go_on), True
    _going.remove(work)
    run = bpy.context.window_manager.spacetime
    try:
        with in_a_window():
            is_over = work.go_on(BUDGET)
    except InputError as error:
        run.error = announced(error)
    except Exception as fault:  # ours: Blender prints its traceback and ends the timer; other work goes on
        run.error = told(fault)
        if _going:
            bpy.app.timers.register(_tick, first_interval=PERIOD)
        raise
    if is_over:
        redraw()
    else:
        _going.append(work)
    return PERIOD if _going else None
