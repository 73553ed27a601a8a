"""The solves of this Blender: one runs, the others are queued.

Blender's event loop lets them go on; scripts, tests and batch mode loop on ``pump`` with ``wait``.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import bpy

from ...solver.clip.clip import Clip
from ...solver.commands.request import Command, Guidance, GuideRequest, SolveRequest
from ...solver.formats.armature_motion import ArmaturePlace
from ...solver.job.job import Job
from .. import preferences
from ..motion.asked import ASKED, digest_of
from ..motion.first_frame import first_frame_of
from ..motion.settings import panel_settings
from ..result.ghost import sweep_ghosts
from ..runtime import event_loop
from ..runtime.conversation import Conversation, Savable
from ..runtime.event_loop import Work
from ..runtime.process import stop_work
from .arrival import Arrival
from .fetched_clip import FetchedClip
from .live_preview import drop_previews
from .solver_process import resident, start_solving
from .solving import Solve

WAIT_PERIOD = 0.005  # s
leave_the_ghost: list[Callable[[], None]] = []  # notified before a solve, since they show other motions on it
_solves: list[Solve] = []  # the first one runs; they must live somewhere between two timer calls


def current() -> Solve | None:
    """The solve that is going on."""
    return _solves[0] if _solves else None


def waiting() -> tuple[Solve, ...]:
    """Solves that wait for their turn."""
    return tuple(_solves[1:])


def start_solve(
    context: bpy.types.Context,
    armature_object: bpy.types.Object,
    job: Job,
    *,
    first_frame: int | None = None,
    accepts: bool = False,
) -> Solve:
    """Puts a job at the end of the line; the first one starts at once.

    Args:
        context: of Blender.
        armature_object: who moves.
        job: what to find.
        first_frame: of the timeline at which the motion begins; None: where the panel says.
        accepts: whether the motion goes to the character at once instead of its ghost, unless it is only the
            closest attempt; for scripts.
    """
    begin = partial(_start_solver, job)
    arrival = Arrival(first_frame, accepts=accepts)
    return _line_up(context, armature_object, job, begin, arrival, command="solve")


def start_guide(
    context: bpy.types.Context,
    armature_object: bpy.types.Object,
    clip: Clip,
    guidance: Guidance,
    *,
    place: ArmaturePlace,
    first_frame: int,
) -> Solve:
    """Puts going on from a clip at the end of the line; what comes of it is another take.

    Args:
        context: of Blender.
        armature_object: who moves.
        clip: to go on from.
        guidance: what is changed first, and what may change at all.
        place: where the armature stood when the clip was solved.
        first_frame: of the timeline at which the clip begins.
    """
    request = GuideRequest(clip="start.npz", out=".", guidance=guidance, watches_stdin=True)
    return start_request(
        context, armature_object, request, guidance.job(clip.job), Arrival(first_frame, place),
        given={"start.npz": clip},
    )  # fmt: skip


def start_request(
    context: bpy.types.Context,
    armature_object: bpy.types.Object,
    request: Command,
    job: Job,
    arrival: Arrival,
    *,
    given: Mapping[str, Savable],
) -> Solve:
    """Puts any command that leaves a clip at the end of the line; what comes of it is another take.

    Args:
        context: of Blender.
        armature_object: who moves.
        request: with files by their names in the folder in which the solver works.
        job: of the character and the name that the clip will have; its own length may be another.
        arrival: where the clip goes.
        given: files, saved in that folder before.
    """
    begin = partial(_start_requesting, request, given)
    return _line_up(context, armature_object, job, begin, arrival, command=request.kind)


def start_fetch(
    context: bpy.types.Context, armature_object: bpy.types.Object, job: Job, fetch: Callable[[], Clip],
    *, settings: Mapping[str, float], parameters: Mapping[str, float | str] | None = None, replaces: str = "",
    first_frame: int | None = None,
) -> Solve:  # fmt: skip
    """Puts a clip that is solved already at the end of the line; it becomes a take as any solved motion.

    Args:
        context: of Blender.
        armature_object: who moves.
        job: whose solution the clip is.
        fetch: gives the clip; called in a thread.
        settings: of the panel that were others than they are now when the clip was solved.
        parameters: of the space that it was solved in, for the names of its files; settings called so come first.
        replaces: action of a take whose place it takes.
        first_frame: as of ``start_solve``.
    """
    begin = partial(FetchedClip, fetch)
    solve = start_keeping(context, armature_object, job, begin, replaces=replaces, first_frame=first_frame)
    solve.settings = {**(parameters or {}), **solve.settings, **settings}
    return solve


def start_keeping(
    context: bpy.types.Context,
    armature_object: bpy.types.Object,
    job: Job,
    begin: Callable[[], Conversation | FetchedClip],
    *,
    replaces: str,
    first_frame: int | None,
) -> Solve:
    """Puts a motion that the solver has already at the end of the line; it becomes a take as any solved motion.

    Args:
        context: of Blender.
        armature_object: who moves.
        job: whose solution the clip is.
        begin: asks for the clip.
        replaces: action of a take whose place it takes.
        first_frame: as of ``start_solve``.
    """
    solve = _line_up(context, armature_object, job, begin, Arrival(first_frame))
    solve.replaces = replaces
    return solve


def _line_up(
    context: bpy.types.Context, armature_object: bpy.types.Object, job: Job,
    begin: Callable[[], Conversation | FetchedClip], arrival: Arrival, *, command: str = "",
) -> Solve:  # fmt: skip
    assert context.scene is not None
    for leave in leave_the_ghost:
        leave()
    if arrival.first_frame is None:
        arrival = replace(arrival, first_frame=first_frame_of(armature_object, context.scene))
    settings = panel_settings(armature_object, context.scene)
    if command == "solve":
        settings[ASKED] = digest_of(armature_object, context.scene)
    solve = Solve(job, armature_object, arrival, begin=begin, settings=settings, command=command)
    _solves.append(solve)
    if solve is current():
        _begin(solve)
        pump()
    _show_state()
    return solve


def _begin(solve: Solve) -> None:
    """Lets the first in line go on whenever Blender has time."""
    event_loop.start(
        _shown_in_panel(solve), lambda _: _leave(solve), on_error=lambda _: _leave(solve), owner=solve,
        holds_data=False,
    )  # fmt: skip


def _shown_in_panel(solve: Solve) -> Work[None]:
    """A solve whose state the panels and views show, drawn anew for what is new only."""
    steps = solve.work()
    try:
        while True:
            shown, said = solve.preview.shown, _said()
            try:
                word = next(steps)
            except StopIteration:
                return
            _show_state()
            if solve.preview.shown != shown:
                event_loop.redraw()
            elif _said() != said:
                event_loop.redraw_panels()
            yield word
    finally:
        steps.close()


def warm_up() -> None:
    """Starts the solver that stays as soon as Blender has time, where the preferences say so."""
    if preferences.starts_early(bpy.context):
        event_loop.start(_start_resident(), holds_data=False)


def _start_resident() -> Work[None]:
    yield
    resident(bpy.context)


def pump() -> None:
    """One short step of the solve that is going on."""
    solve = current()
    if solve is not None:
        event_loop.pump(solve)


def wait(solve: Solve) -> None:
    """Pumps until a solve is over, for scripts and batch mode."""
    while not solve.is_over:
        pump()
        time.sleep(WAIT_PERIOD)


def cancel(index: int) -> None:
    """Stops the solve that is going on (0), which keeps its best, or takes one off the list."""
    solve = _solves[index]
    solve.cancel()
    if solve.is_over:
        event_loop.drop(solve)
        _solves.remove(solve)
        if index == 0 and current() is not None:
            _begin(_solves[0])
    _show_state()


def stop() -> None:
    """Drops all solves and ends their processes at once: the file is changing or Blender is quitting."""
    stop_work()
    for solve in tuple(_solves):
        solve.kill()
    _solves.clear()
    _show_state()
    run = bpy.context.window_manager.spacetime
    run.text = run.error = run.error_line = run.error_armature = ""  # of the file that is left
    event_loop.stop()


def hide_preview() -> None:
    """Takes the preview off its ghost until the next iterate: no half motion is to be in a file, or in undo's way."""
    solve = current()
    if solve is not None:
        solve.hide_preview()


def after_undo() -> None:
    """Undo and redo replace all data while a motion may be half written."""
    event_loop.after_undo()
    for solve in _solves:
        solve.forget_references()
    if current() is None:
        bpy.context.window_manager.spacetime.text = ""  # it may be about what has been undone
    sweep()


def sweep() -> None:
    """Removes previews and ghosts that belong to nobody any more."""
    if current() is None:
        drop_previews()
    sweep_ghosts()


def _start_solver(job: Job) -> Conversation:
    folder = preferences.new_job_folder()
    request = SolveRequest(job="job.json", out=str(folder), watches_stdin=True)
    return start_solving(bpy.context, folder, request, given={"job.json": job})


def _start_requesting(request: Command, given: Mapping[str, Savable]) -> Conversation:
    return start_solving(bpy.context, preferences.new_job_folder(), request, given=given)


def _said() -> tuple[str, ...]:
    """What the panel says of it."""
    run = bpy.context.window_manager.spacetime
    return run.text, run.eta, run.progress, run.figures


def _leave(solve: Solve) -> None:
    """The next one may begin; reports how this one ended."""
    if solve in _solves:
        _solves.remove(solve)
    run = bpy.context.window_manager.spacetime
    run.text = "" if solve.failed else solve.outcome
    run.error = solve.outcome if solve.failed else ""
    run.error_line = solve.line if solve.failed else ""
    _show_culprit(solve)
    sweep()
    if current() is not None:
        _begin(_solves[0])
    _show_state()


def _show_culprit(solve: Solve) -> None:
    """Sets the target of the panel's button; none for a success or an error of the whole motion."""
    run, armature_object = bpy.context.window_manager.spacetime, solve.find_armature()
    bone, moment = solve.culprit.body, solve.culprit.moment
    frame = solve.frame_of(moment) if moment is not None else None
    if armature_object is None or bone not in armature_object.pose.bones:
        bone = ""
    is_shown = armature_object is not None and (bone or frame is not None)
    run.error_armature = armature_object.name if armature_object is not None and is_shown else ""
    run.error_bone, run.error_has_frame, run.error_frame = bone, frame is not None, frame or 0


def _show_state() -> None:
    """What panels draw, in the window manager, which outlives the file."""
    run, solve = bpy.context.window_manager.spacetime, current()
    run.is_running = solve is not None
    if solve is None:
        return
    run.text, run.eta = solve.told, solve.eta
    run.error = run.error_line = run.error_armature = ""  # of the last one
    run.progress, run.figures, run.fraction = solve.progress, solve.figures, solve.fraction
    last = solve.history[-1] if solve.history else None
    run.iteration = last.iteration if last else 0
    run.violation = last.violation if last else 0.0
    run.seconds = last.seconds if last else 0.0
