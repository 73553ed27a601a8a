"""An event loop for long work, done a few milliseconds at a time to keep Blender responsive.

Work is a generator: it yields None at points where it can be interrupted, WAITING while it waits for a thread, and
After if there is nothing to do for a while, and returns its result. Long computations that do not use Blender's data
run in a thread (``in_a_thread``); Blender's operators are called while no such thread runs (``with_operators``).
"""

import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Concatenate, ParamSpec, TypeVar

import bpy

from ...solver.errors import InputError
from ..announcement import announced
from .fault import message_of_fault
from .threads import all_at_rest, submit

PERIOD = 0.005  # s between two turns; after a longer turn, its duration, but at most BUDGET
SHORT = 0.003  # s for which a turn waits for a thread, enough for many calls
POLL = 0.002  # s between polls of a script
# s of work per turn; a single step, such as a frame of a heavy rig, may take longer
BUDGET = 0.01
# s; maximum wait for threads to pause, after which later turns try again
PATIENCE = 0.005
P = ParamSpec("P")
T = TypeVar("T")
Work = Generator[Any, None, T]  # yields None, WAITING or After
Operators = Any  # bpy.ops


@dataclass(frozen=True, eq=False)
class After:
    """Yielded by work that has nothing to do for some seconds, which ends the turn."""

    seconds: float


WAITING = After(0.0)  # yielded while a thread runs, which ends the turn
_WAITING_FOR_REST = After(0.0)  # likewise, until all threads are paused
_BEFORE_A_THREAD = object()  # yielded before a thread is started


def _show_in_panel(sentence: str) -> None:
    run = bpy.context.window_manager.spacetime
    run.error, run.error_line, run.error_armature = sentence, "", ""  # replaces that of the last solve


@dataclass(eq=False)
class Task:
    """Work in progress.

    Attributes:
        steps: of the work.
        on_result: receives its result.
        on_error: receives the message of an error, in a sentence.
        owner: of the work.
        holds_data: whether it refers to Blender's data between two steps, which undo invalidates.
        word: last yielded value.
        due: time at which it continues, by time.perf_counter [s].
        is_over: whether it is done.
    """

    steps: Work[Any]
    on_result: Callable[[Any], object]
    on_error: Callable[[str], object]
    owner: object
    holds_data: bool
    word: object = None
    due: float = 0.0
    is_over: bool = False

    @property
    def may_go_on(self) -> bool:
        """Whether it may continue: not before starting a thread while other work waits for all threads to pause."""
        tasks = _loop.tasks
        return self.word is not _BEFORE_A_THREAD or not any(each.word is _WAITING_FOR_REST for each in tasks)

    @property
    def _has_more(self) -> bool:
        return self.word in (None, _BEFORE_A_THREAD) and self.may_go_on and not self.is_over

    def go_on(self, budget: float) -> bool:
        """Works for ``budget`` seconds, at least one step, or until it must wait; returns whether it is done.

        Raises:
            InputError: from the work or the receiver of its result.
        """
        deadline = time.perf_counter() + budget
        try:
            self.word = next(self.steps)
            while self._has_more and time.perf_counter() < deadline:
                self.word = next(self.steps)
        except StopIteration as end:
            self.on_result(end.value)
            return True
        except ReferenceError as error:
            raise InputError("The armature or its action was deleted; start again") from error
        if isinstance(self.word, After):
            self.due = time.perf_counter() + self.word.seconds
        return False


@dataclass
class _Loop:
    """State of the event loop.

    Attributes:
        tasks: in the order of their turns.
        n_undone: number of times that undo and redo have invalidated Blender's data.
        is_turning: whether a turn is in progress, which schedules the next one at its end.
    """

    tasks: list[Task] = field(default_factory=list)
    n_undone: int = 0
    is_turning: bool = False


_loop = _Loop()


def at_once(work: Work[T]) -> T:
    """Result of work that is done while Blender waits, for scripts."""
    while True:
        try:
            if isinstance(next(work), After):
                time.sleep(POLL)
        except StopIteration as end:
            result: T = end.value
            return result


def start(
    work: Work[T], on_result: Callable[[T], object] = lambda _: None, *,
    on_error: Callable[[str], object] = _show_in_panel, owner: object = None, holds_data: bool = True,
) -> Task:  # fmt: skip
    """Runs work in Blender's event loop.

    Args:
        work: to do.
        on_result: receives its result.
        on_error: receives the message of an error in either; shown in the panel by default.
        owner: of the work, for ``is_busy``, ``pump`` and ``drop``.
        holds_data: whether the work refers to Blender's data between two steps; undo drops it then.
    """
    task = Task(work, on_result, on_error, owner, holds_data)
    _loop.tasks.append(task)
    if not _loop.is_turning:  # otherwise, the turn schedules the next one
        if bpy.app.timers.is_registered(turn):
            bpy.app.timers.unregister(turn)
        bpy.app.timers.register(turn, first_interval=0.0)
    return task


def again_after_undo(begin: Callable[[], Work[T]]) -> Work[T]:
    """Result of work that refers to Blender's data, restarted whenever undo has invalidated that data."""
    while True:
        n_undone, work = _loop.n_undone, begin()
        try:
            while n_undone == _loop.n_undone:
                try:
                    word = next(work)
                except StopIteration as end:
                    result: T = end.value
                    return result
                yield word
        finally:
            work.close()


def in_a_thread(call: Callable[[], T]) -> Work[T]:
    """Result of a long call that does not use Blender's data."""
    yield _BEFORE_A_THREAD
    thread = ThreadPoolExecutor(1, "spacetime-work")
    try:
        found = submit(thread, call)
        wait([found], SHORT)
        while not found.done():
            yield WAITING
        return found.result()
    finally:
        thread.shutdown(wait=False)  # dropping the work does not wait for the thread


def with_operators(
    call: Callable[Concatenate[Operators, P], T], *arguments: P.args, **named: P.kwargs
) -> Work[T]:
    """Result of a call with Blender's operators as an argument, made when no thread of the add-on is running.

    Work must call operators only here: Blender crashes if another thread runs Python meanwhile, see ``threads``.
    Blender's data may have changed since the work's last step.
    """
    while True:
        with all_at_rest(PATIENCE) as is_quiet:
            if is_quiet:
                return call(bpy.ops, *arguments, **named)
        yield _WAITING_FOR_REST


def is_busy(owner: object = None) -> bool:
    """Whether any work, or that of an owner, is in progress."""
    return any(True for _ in _tasks_of(owner))


def pump(owner: object) -> None:
    """Gives one turn to all work of an owner, due or not, for scripts."""
    for task in tuple(_tasks_of(owner)):
        if task.may_go_on and not task.is_over:
            _give_turn(task)


def drop(owner: object) -> None:
    """Drops all work of an owner."""
    _drop(tuple(_tasks_of(owner)))


def drop_task(task: Task) -> None:
    """Drops one task, done or not."""
    _drop((task,))


def stop() -> None:
    """Drops all work when another file is opened or Blender quits."""
    _drop(tuple(_loop.tasks))
    if bpy.app.timers.is_registered(turn):
        bpy.app.timers.unregister(turn)


def after_undo() -> None:
    """Drops work that refers to data invalidated by undo."""
    _loop.n_undone += 1
    _drop(tuple(each for each in _loop.tasks if each.holds_data))


def _tasks_of(owner: object) -> Iterator[Task]:
    return (each for each in _loop.tasks if owner is None or each.owner is owner)


def _drop(dropped: tuple[Task, ...]) -> None:
    """Ends work, running its ``finally`` blocks, after the current step if one is in progress."""
    running = [each for each in dropped if each.steps.gi_running]
    _loop.tasks[:] = [each for each in _loop.tasks if each not in dropped]
    for each in dropped:
        each.is_over = True
        if each not in running:
            each.steps.close()


def in_a_window() -> AbstractContextManager[Any]:
    """Context for operators that need a window, which a timer lacks."""
    windows = bpy.context.window_manager.windows
    return bpy.context.temp_override(window=windows[0]) if len(windows) else nullcontext()


def push_undo(label: str) -> Work[None]:
    """Pushes an undo step; Blender keeps none without a window."""

    def push(operators: Operators) -> None:
        if operators.ed.undo_push.poll():
            operators.ed.undo_push(message=label)

    return with_operators(push)


def redraw() -> None:
    """Redraws views and timelines."""
    for area in _areas("VIEW_3D", "DOPESHEET_EDITOR"):
        area.tag_redraw()


def redraw_panels() -> None:
    """Redraws sidebars only, because the views of a heavy scene take long to draw."""
    for area in _areas("VIEW_3D"):
        for region in area.regions:
            if region.type == "UI":
                region.tag_redraw()


def redraw_preferences() -> None:
    """Redraws the preferences."""
    for area in _areas("PREFERENCES"):
        area.tag_redraw()


def _areas(*kinds: str) -> Iterator[bpy.types.Area]:
    for window in bpy.context.window_manager.windows:
        yield from (area for area in window.screen.areas if area.type in kinds)


def turn() -> float | None:
    """Callback of Blender's timer: gives one turn to the next task; returns the seconds until the next turn."""
    now = time.perf_counter()
    task = next((each for each in _loop.tasks if each.due <= now and each.may_go_on), None)
    if task is not None:
        _loop.is_turning = True
        try:
            _give_turn(task)
        except Exception:  # internal: Blender prints its traceback and ends the timer; other work continues
            if _loop.tasks:
                bpy.app.timers.register(turn, first_interval=PERIOD)
            raise
        finally:
            _loop.is_turning = False
    if not _loop.tasks:
        return None
    end = time.perf_counter()
    return max(min(each.due for each in _loop.tasks) - end, PERIOD, min(end - now, BUDGET))


def _give_turn(task: Task) -> None:
    """Gives work a turn and moves it to the end of the queue; reports errors, and raises internal ones again."""
    _loop.tasks.remove(task)
    _loop.tasks.append(task)
    is_over = True
    try:
        with in_a_window():
            is_over = task.go_on(BUDGET)
    except InputError as error:
        task.on_error(announced(error))
    except Exception as fault:
        task.on_error(message_of_fault(fault))
        raise
    finally:
        if is_over or task.is_over:
            _end(task)


def _end(task: Task) -> None:
    task.is_over = True
    task.steps.close()
    if task in _loop.tasks:
        _loop.tasks.remove(task)
    redraw()
