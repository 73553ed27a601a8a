"""The spaces of this Blender: one is solved at a time, the others wait in line; one ghost shows a solved motion.

Blender's timer drives them with ``pump``; scripts and tests loop on that with ``wait``. Files are read by a thread.
"""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import bpy
import numpy as np

from ...solver.errors import InputError
from ...solver.motion.sample_table import SampleRow
from ...solver.space.parameter_space import ParameterSpace
from ...solver.space.sampling import FullFactorial
from .. import preferences
from ..event_loop import redraw
from ..fault import told
from ..process import SolverProcess, solver_command
from .desk import Desk
from .dry_run import DryRun
from .generation import SPACE_FILE, Generation
from .movers import mover_in
from .shown_sample import ShownSample

PERIOD = 0.02  # s between turns of the timer
WAIT = 0.005  # s
NAMED_AT_ONCE = 200  # samples: 25 ms would name a thousand
NO_STORE = "none.sqlite"  # in the solver's own folder; a dry run makes none


@dataclass
class _Room:
    """All that is going on."""

    desks: dict[int, Desk] = field(default_factory=dict)  # by the character's session number
    line: list[Desk] = field(default_factory=list)  # whose spaces are to be solved; the first one is
    shown: ShownSample | None = None
    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "spacetime-space"))


_room = [_Room()]  # one, replaced when another file is opened


def desk_of(armature_object: bpy.types.Object) -> Desk:
    """What is known of a character's space, and what is going on with it."""
    number = armature_object.session_uid
    return _room[0].desks.setdefault(number, Desk(number))


def list_samples(
    context: bpy.types.Context, desk: Desk, space: ParameterSpace, store: Path | None,
    *, workers: int, most: int,
) -> None:  # fmt: skip
    """Keeps the names of a space's samples for the panel; the solver tells those that are many or spread, and the time.

    Args:
        context: of Blender.
        desk: of the character.
        space: to list.
        store: file that may have some of its clips; None: not chosen yet.
        workers: motions solved at once; 0: one per core.
        most: points that a grid may have.

    Raises:
        InputError: the space makes no sense, or has more points.
    """
    points = np.empty((0, 0))
    if isinstance(space.sampling, FullFactorial):  # the others need scipy, which takes a second to load
        count = math.prod(dimension.grid_size for dimension in space.dimensions)
        if count > most:
            raise InputError(
                f"{count} motions are too many to list; expected {most} at most. Generate can solve them"
            )
        if count <= NAMED_AT_ONCE:
            points = space.points()
            space.sample(points[0])  # what all samples share fits together
    desk.listed, desk.error = tuple(space.named(point)[0] for point in points), ""
    if desk.is_generating:  # which tells its own time
        return
    hide()
    desk.solved = desk.generation = None
    desk.end_dry_run()
    place = str(store) if store is not None else NO_STORE
    begin = _process(context, space, "--store", place, "--dry-run", workers=workers)
    desk.dry_run = DryRun(begin())
    _start_timer()


def generate(
    context: bpy.types.Context, desk: Desk, space: ParameterSpace, store: Path,
    *, workers: int, time_limit: float,
) -> None:  # fmt: skip
    """Solves a space beside Blender, or goes on with it, once no other is being solved.

    Args:
        context: of Blender.
        desk: of the character.
        space: to solve.
        store: file of its clips.
        workers: motions solved at once; 0: one per core.
        time_limit: of one motion [s].
    """
    desk.end_dry_run()
    limit = f"--time-limit={time_limit:g}"
    told = "--store", str(store), "--resume", "--watch-stdin", limit
    hide()
    desk.generation = Generation(space, store, _process(context, space, *told, workers=workers))
    desk.solved, desk.error = None, ""
    _room[0].line.append(desk)
    _start_timer()


def load(desk: Desk, store: Path, name: str) -> None:
    """Reads what a store has of a space, as after opening a file."""
    desk.error = ""
    desk.read(_room[0].thread, store, name)
    _start_timer()


def shown(desk: Desk) -> ShownSample | None:
    """The sample of a character's space that a ghost shows, if it is one of this."""
    now = _room[0].shown
    return now if now is not None and now.desk is desk else None


def move(context: bpy.types.Context, armature_object: bpy.types.Object) -> None:
    """The ghost goes to the solved sample that is nearest to a character's sliders."""
    row = _nearest(armature_object)
    if row is not None:
        show(context, desk_of(armature_object), row)


def _nearest(armature_object: bpy.types.Object) -> SampleRow | None:
    """The solved sample that is nearest to a character's sliders."""
    solved = desk_of(armature_object).solved
    if solved is None:
        return None
    dimensions = armature_object.spacetime.space.dimensions
    return solved.nearest({each.name: each.at for each in dimensions if each.use})


def show(context: bpy.types.Context, desk: Desk, row: SampleRow) -> None:
    """A ghost goes to a sample, or to the best attempt at it; nothing moves while a motion is solved."""
    assert context.scene is not None
    mover = mover_in(desk.solved, desk.owner, row) if desk.solved is not None else None
    if desk.solved is None or mover is None or context.window_manager.spacetime.is_running:
        return
    now = shown(desk)
    if now is None or now.number != mover.session_uid:
        hide()
        now = _room[0].shown = ShownSample(desk, mover, desk.solved.job, context.scene)
    if row.name != now.name or not now.is_on_ghost(mover):
        now.ask(desk.solved, row)
        now.pump()  # a thread begins at once, so that the ghost is there one redraw sooner
        _start_timer()


def before_undo() -> None:
    """Takes the sample off the ghost, of which no undo step may know; ``follow_sliders`` brings it back."""
    if _room[0].shown is not None:
        _room[0].shown.hide()


def follow_sliders(context: bpy.types.Context) -> None:
    """Undo and redo have moved sliders, or were before there was a ghost: it shows what they say, or nothing."""
    now = _room[0].shown
    mover, owner = (now.mover, now.desk.owner) if now is not None else (None, None)
    if now is None or mover is None or owner is None:
        hide()
        return
    if mover.spacetime.ghost is None and now.row != _nearest(owner):
        hide()  # the ghost came after the sliders had been moved
    elif now.is_attempt and now.row is not None:
        show(context, now.desk, now.row)
    else:
        move(context, owner)


def hide() -> None:
    """Takes the sample off the ghost."""
    now, _room[0].shown = _room[0].shown, None
    if now is not None:
        now.end()


def pump() -> None:
    """One short step of all that is going on."""
    room = _room[0]
    for desk in room.line:
        if desk.generation is not None and desk.owner is None:  # nobody could stop it any more
            desk.generation.cancel()
    room.line = [desk for desk in room.line if desk.is_generating]
    for desk in tuple(room.desks.values()):
        desk.pump(room.thread, has_turn=desk in room.line[:1])
    if room.shown is not None:
        try:
            room.shown.pump()
        except Exception as fault:  # ours
            room.shown.desk.error = told(fault)
            hide()
            raise


def is_busy() -> bool:
    """Whether there is anything left to do."""
    room = _room[0]
    return any(desk.is_busy for desk in room.desks.values()) or (
        room.shown is not None and room.shown.is_busy
    )


def wait() -> None:
    """Pumps until all is done, for scripts."""
    while is_busy():
        pump()
        time.sleep(WAIT)


def stop() -> None:
    """Ends all processes and forgets all: the file is changing or Blender is quitting. Stores keep what is done."""
    room = _room[0]
    for desk in room.desks.values():
        if desk.generation is not None:
            desk.generation.kill()
        desk.end_dry_run()
    room.thread.shutdown(wait=False, cancel_futures=True)
    _room[0] = _Room()
    if bpy.app.timers.is_registered(_tick):
        bpy.app.timers.unregister(_tick)


def forget_references() -> None:
    """Undo has replaced all of Blender's data."""
    if _room[0].shown is not None:
        _room[0].shown.forget_references()


def _process(
    context: bpy.types.Context, space: ParameterSpace, *told: str, workers: int
) -> Callable[[], SolverProcess]:
    """Starts a process that generates a space as it is now, or tells what that would be."""
    folder = preferences.new_job_folder()
    space.save(folder / SPACE_FILE)
    workers_told = [f"--workers={workers}"] if workers else []
    return partial(
        SolverProcess,
        solver_command(preferences.solver_python(context), "generate", SPACE_FILE, *told, *workers_told),
        folder,
        environment=preferences.environment(context),
        silence_timeout=preferences.silence_timeout(context),
        leaves_clip=False,
    )


def _start_timer() -> None:
    if not bpy.app.timers.is_registered(_tick):
        bpy.app.timers.register(_tick, first_interval=0.0)


def _tick() -> float | None:
    try:
        pump()
    except Exception:  # a fault of ours: Blender prints its traceback and ends the timer; the others go on
        if is_busy():
            bpy.app.timers.register(_tick, first_interval=PERIOD)
        raise
    finally:
        redraw()
    return PERIOD if is_busy() else None
