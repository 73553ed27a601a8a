"""The space of this Blender: what is generated, what of it is solved, and which solved motion its ghost shows.

Blender's timer drives it with ``pump``; scripts and tests loop on that with ``wait``. Files are read by a thread.
"""

import math
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import bpy
import numpy as np

from ...solver.errors import InputError
from ...solver.motion.sample_table import SOLVED, SampleRow
from ...solver.space.parameter_space import ParameterSpace
from ...solver.space.sampling import FullFactorial
from .. import preferences
from ..armature.object_way import Following
from ..armature.rest_pose import place_of
from ..event_loop import redraw
from ..motion.first_frame import first_frame_of
from ..process import SolverProcess, solver_command
from ..solve.live_preview import PREVIEW, GhostPreview
from .dry_run import DryRun
from .generation import SPACE_FILE, Generation
from .solved_space import SolvedSpace

PERIOD = 0.02  # s between turns of the timer
WAIT = 0.005  # s
READ_PERIOD = 1.0  # s between looks at the store while it grows
NO_STORE = "none.sqlite"  # in the solver's own folder; a dry run makes none
WRITE_BUDGET = 0.006  # s of writing before Blender may breathe


@dataclass
class _Desk:
    """All that is going on."""

    generation: Generation | None = None
    solved: SolvedSpace | None = None
    reading: Future[SolvedSpace] | None = None
    read_at: float = 0.0
    is_stale: bool = False  # the store has more than was read
    preview: GhostPreview | None = None
    armature: int = 0  # session number of whose ghost shows a sample; names may change
    wanted: str = ""  # sample that the artist asks for
    is_attempt: bool = False  # whether that has no solution, and the ghost shows the best attempt
    listed: tuple[str, ...] = ()  # names of the samples of a space that nobody has solved yet
    dry_run: DryRun | None = None  # which tells the names of spread samples, and the expected time
    error: str = ""
    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "spacetime-space"))


_desk = [_Desk()]  # one, replaced when another file is opened


def generation() -> Generation | None:
    """The run that is going on, or the last one."""
    return _desk[0].generation


def is_generating() -> bool:
    """Whether a space is being solved."""
    run = _desk[0].generation
    return run is not None and not run.is_over


def solved() -> SolvedSpace | None:
    """What is known of the space's clips."""
    return _desk[0].solved


def listed() -> tuple[str, ...]:
    """Names of the samples that were listed last."""
    return _desk[0].listed


def expected() -> str:
    """How long the samples that were listed last will take; empty where that is not asked."""
    return _desk[0].dry_run.text if _desk[0].dry_run is not None else ""


def list_samples(
    context: bpy.types.Context, space: ParameterSpace, store: Path | None, *, workers: int, most: int
) -> None:
    """Keeps the names of a space's samples for the panel; the solver tells those that are spread, and the time.

    Args:
        context: of Blender.
        space: to list.
        store: file that may have some of its clips; None: not chosen yet.
        workers: motions solved at once; 0: one per core.
        most: points that Blender may be kept waiting for.

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
        points = space.points()
        space.sample(points[0])  # what all samples share fits together
    desk = _desk[0]
    desk.listed, desk.error = tuple(space.named(point)[0] for point in points), ""
    if is_generating():  # which tells its own time
        return
    hide()
    desk.solved = desk.generation = None
    _end_dry_run()
    place = str(store) if store is not None else NO_STORE
    desk.dry_run = DryRun(_start(context, space, "--store", place, "--dry-run", workers=workers))
    _start_timer()


def _end_dry_run() -> None:
    desk = _desk[0]
    if desk.dry_run is not None and not desk.dry_run.is_over:
        desk.dry_run.process.kill()
    desk.dry_run = None


def _start(context: bpy.types.Context, space: ParameterSpace, *told: str, workers: int) -> SolverProcess:
    """A process that generates a space, or tells what that would be."""
    folder = preferences.new_job_folder()
    space.save(folder / SPACE_FILE)
    workers_told = [f"--workers={workers}"] if workers else []
    return SolverProcess(
        solver_command(preferences.solver_python(context), "generate", SPACE_FILE, *told, *workers_told),
        folder,
        environment=preferences.environment(context),
        silence_timeout=preferences.silence_timeout(context),
        leaves_clip=False,
    )


def mover() -> bpy.types.Object | None:
    """Whose ghost shows a sample."""
    number = _desk[0].armature
    return next((each for each in bpy.data.objects if number and each.session_uid == number), None)


def shown() -> str:
    """Name of the sample that the artist asks for; empty: none."""
    return _desk[0].wanted


def is_attempt() -> bool:
    """Whether that sample has no solution, and the ghost shows the best attempt at it."""
    return _desk[0].is_attempt


def error() -> str:
    """Why the last look at the clips went wrong."""
    return _desk[0].error


def generate(
    context: bpy.types.Context, space: ParameterSpace, store: Path, *, workers: int, time_limit: float
) -> None:
    """Solves a space beside Blender, or goes on with it.

    Args:
        context: of Blender.
        space: to solve.
        store: file of its clips.
        workers: motions solved at once; 0: one per core.
        time_limit: of one motion [s].
    """
    limit = f"--time-limit={time_limit:g}"
    _end_dry_run()
    process = _start(
        context, space, "--store", str(store), "--resume", "--watch-stdin", limit, workers=workers
    )
    desk = _desk[0]
    hide()
    desk.generation, desk.solved, desk.error = Generation(space, store, process), None, ""
    _start_timer()


def load(store: Path, name: str) -> None:
    """Reads what a store has of a space, as after opening a file."""
    desk = _desk[0]
    desk.error = ""
    desk.reading = desk.thread.submit(SolvedSpace.read, store, name)
    _start_timer()


def cancel() -> None:
    """Ends the run; what is done stays in the store."""
    run = _desk[0].generation
    if run is not None:
        run.text = "Stopping"
        run.process.cancel()


def move(context: bpy.types.Context) -> None:
    """The ghost goes to the solved sample that is nearest to the sliders."""
    desk, settings = _desk[0], context.scene.spacetime.space
    if desk.solved is None:
        return
    row = desk.solved.nearest({each.name: each.at for each in settings.dimensions if each.use})
    if row is not None:
        show(context, row)


def show(context: bpy.types.Context, row: SampleRow) -> None:
    """The ghost goes to a sample, or to the best attempt at it; nothing moves while a motion is solved."""
    assert context.scene is not None
    desk = _desk[0]
    owner = _owner_of(context, row.parameters)
    if desk.solved is None or owner is None or context.window_manager.spacetime.is_running:
        return
    if desk.preview is None or desk.armature != owner.session_uid:
        hide()
        bone = owner.spacetime.motion.root_motion_bone
        start = first_frame_of(owner, context.scene)
        desk.preview, desk.armature = GhostPreview(place_of(owner), bone, start), owner.session_uid
        timing = desk.solved.job.timing
        seconds = timing.free.longest if timing.free else timing.length
        desk.preview.following = Following(place_of(owner), first_frame=start, seconds=seconds)
    if row.name != desk.wanted or not _is_on_ghost(owner):
        desk.wanted, desk.is_attempt = row.name, row.state != SOLVED
        desk.preview.ask(row.place, desk.solved.job, partial(desk.solved.poses, row))
        _start_timer()


def hide() -> None:
    """Takes the sample off the ghost."""
    desk = _desk[0]
    owner = mover()
    if desk.preview is not None and owner is not None:
        desk.preview.end(owner)
        desk.preview.hide(owner)
    desk.preview, desk.wanted, desk.is_attempt, desk.armature = None, "", False, 0


def pump() -> None:
    """One short step of all that is going on."""
    desk = _desk[0]
    run = desk.generation
    if run is not None and not run.is_over:
        desk.is_stale = run.pump() or desk.is_stale or run.is_over
    if desk.dry_run is not None and not desk.dry_run.is_over:
        desk.dry_run.pump()
        desk.listed, desk.error = desk.dry_run.names or desk.listed, desk.dry_run.error
    now = time.monotonic()
    due = run is not None and (run.is_over or now - desk.read_at > READ_PERIOD)
    if run is not None and desk.is_stale and due and desk.reading is None:
        desk.is_stale, desk.read_at = False, now
        desk.reading = desk.thread.submit(SolvedSpace.read, run.store, run.space.name)
    if desk.reading is not None and desk.reading.done():
        found, desk.reading = desk.reading, None
        try:
            desk.solved = found.result()
        except InputError as problem:
            desk.error = "" if run is not None and run.error else str(problem)
    owner = mover()
    if desk.preview is not None and owner is not None:
        try:
            desk.preview.pump(owner, WRITE_BUDGET)
        except InputError as problem:  # the clip has been deleted meanwhile
            desk.error = str(problem)


def is_busy() -> bool:
    """Whether there is anything left to do."""
    desk = _desk[0]
    showing = desk.preview is not None and desk.preview.is_busy and mover() is not None
    trying = desk.dry_run is not None and not desk.dry_run.is_over
    return is_generating() or desk.is_stale or desk.reading is not None or showing or trying


def wait() -> None:
    """Pumps until all is done, for scripts."""
    while is_busy():
        pump()
        time.sleep(WAIT)


def stop() -> None:
    """Ends the process and forgets all: the file is changing or Blender is quitting. The store keeps what is done."""
    desk = _desk[0]
    if desk.generation is not None and not desk.generation.is_over:
        desk.generation.process.kill()
    _end_dry_run()
    desk.thread.shutdown(wait=False, cancel_futures=True)
    _desk[0] = _Desk()
    if bpy.app.timers.is_registered(_tick):
        bpy.app.timers.unregister(_tick)


def forget_references() -> None:
    """Undo has replaced all of Blender's data."""
    if _desk[0].preview is not None:
        _desk[0].preview.forget_references()


def _owner_of(context: bpy.types.Context, parameters: Mapping[str, float | str]) -> bpy.types.Object | None:
    """Whose ghost shows a sample: the character that it names, where there are several; else the active one."""
    assert _desk[0].solved is not None
    for dimension in _desk[0].solved.space.dimensions:
        if len(dimension.values) > 1:
            return bpy.data.objects.get(str(parameters[dimension.name]))
    active = context.object
    if active is not None and active.type == "MESH":
        active = active.find_armature()
    return active if active is not None and active.type == "ARMATURE" else None


def _is_on_ghost(owner: bpy.types.Object) -> bool:
    """Whether the ghost plays a preview still; the end of a solve takes it off."""
    ghost = owner.spacetime.ghost
    playing = ghost.animation_data.action if ghost is not None and ghost.animation_data else None
    return playing is not None and bool(playing.get(PREVIEW))


def _start_timer() -> None:
    if not bpy.app.timers.is_registered(_tick):
        bpy.app.timers.register(_tick, first_interval=0.0)


def _tick() -> float | None:
    pump()
    redraw()
    return PERIOD if is_busy() else None
