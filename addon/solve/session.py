"""The solves of this Blender session: one runs, the others are queued.

Blender's event loop advances them; scripts, tests and batch mode loop on ``pump`` with ``wait``.
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
from ...solver.space.sample_name import SampleName
from .. import preferences
from ..motion.first_frame import first_frame_of
from ..motion.settings import panel_settings
from ..motion.settings_digest import SETTINGS_DIGEST, digest_of
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
leave_the_ghost: list[Callable[[], None]] = []  # called before a solve, to free the ghost
_solves: list[Solve] = []  # the first one runs; kept alive between timer calls


def current() -> Solve | None:
    """The running solve."""
    return _solves[0] if _solves else None


def waiting() -> tuple[Solve, ...]:
    """Queued solves."""
    return tuple(_solves[1:])


def start_solve(
    armature_object: bpy.types.Object,
    job: Job,
    *,
    first_frame: int | None = None,
    accepts: bool = False,
) -> Solve:
    """Queues a job; it starts immediately if the queue is empty. One that is queued already is not queued twice.

    Args:
        armature_object: of the character.
        job: to be solved.
        first_frame: of the timeline at which the motion begins; None: where the panel says.
        accepts: whether the motion goes to the character at once instead of its ghost, unless it is only the
            closest attempt; for scripts.
    """
    asked = job, armature_object.session_uid, first_frame, accepts
    for queued in _solves:
        if queued.asked == asked and not queued.is_stopped:
            return queued
    begin = partial(_start_solver, job)
    solve = _line_up(armature_object, job, begin, Arrival(first_frame, accepts=accepts), command="solve")
    solve.asked = asked
    return solve


def start_guide(
    armature_object: bpy.types.Object,
    clip: Clip,
    guidance: Guidance,
    *,
    place: ArmaturePlace,
    first_frame: int,
) -> Solve:
    """Queues the refinement of a clip, which results in another take.

    Args:
        armature_object: of the character.
        clip: to be refined.
        guidance: initial change, and what may change.
        place: transform of the armature when the clip was solved.
        first_frame: of the timeline at which the clip begins.
    """
    request = GuideRequest(clip="start.npz", out=".", guidance=guidance, watches_stdin=True)
    return start_request(
        armature_object, request, guidance.job(clip.job), Arrival(first_frame, place),
        files={"start.npz": clip},
    )  # fmt: skip


def start_request(
    armature_object: bpy.types.Object,
    request: Command,
    job: Job,
    arrival: Arrival,
    *,
    files: Mapping[str, Savable],
) -> Solve:
    """Queues any command that results in a clip, which becomes another take.

    Args:
        armature_object: of the character.
        request: with names of files in the solver's working directory.
        job: gives the character and the name of the clip, whose length may differ.
        arrival: destination of the clip.
        files: files to be saved in that directory first.
    """
    begin = partial(_start_requesting, request, files)
    return _line_up(armature_object, job, begin, arrival, command=request.kind)


def start_fetch(
    armature_object: bpy.types.Object, job: Job, fetch: Callable[[], Clip],
    *, settings: Mapping[str, float], parameters: Mapping[str, float | str] | None = None,
    variation: SampleName | None = None, replaces: str = "",
) -> Solve:  # fmt: skip
    """Queues a clip that is already solved; it becomes a take like any solved motion.

    Args:
        armature_object: of the character.
        job: whose solution the clip is.
        fetch: gives the clip; called in a thread.
        settings: of the panel that differed when the clip was solved.
        parameters: of its parameter space, for file names; settings of the same name take precedence.
        variation: which sample of that space it is.
        replaces: action of a take whose place it takes.
    """
    begin = partial(FetchedClip, fetch)
    solve = start_keeping(armature_object, job, begin, replaces=replaces)
    solve.settings = {**(parameters or {}), **solve.settings, **settings}
    solve.variation = variation
    return solve


def start_keeping(
    armature_object: bpy.types.Object,
    job: Job,
    begin: Callable[[], Conversation | FetchedClip],
    *,
    replaces: str,
    first_frame: int | None = None,
) -> Solve:
    """Queues a motion that the solver already has; it becomes a take like any solved motion.

    It takes the place of the take ``replaces``, if any; for ``first_frame`` see ``start_solve``.
    """
    solve = _line_up(armature_object, job, begin, Arrival(first_frame))
    solve.replaces = replaces
    return solve


def _line_up(
    armature_object: bpy.types.Object, job: Job,
    begin: Callable[[], Conversation | FetchedClip], arrival: Arrival, *, command: str = "",
) -> Solve:  # fmt: skip
    scene = bpy.context.scene
    assert scene is not None
    for leave in leave_the_ghost:
        leave()
    if arrival.first_frame is None:
        arrival = replace(arrival, first_frame=first_frame_of(armature_object, scene))
    settings = panel_settings(armature_object, scene)
    if command == "solve":
        settings[SETTINGS_DIGEST] = digest_of(armature_object, scene)
    solve = Solve(job, armature_object, arrival, begin=begin, settings=settings, command=command)
    _solves.append(solve)
    if solve is current():
        _begin(solve)
        pump()
    _show_state()
    return solve


def _begin(solve: Solve) -> None:
    """Advances the first solve of the queue whenever Blender is idle."""
    event_loop.start(
        _shown_in_panel(solve), lambda _: _leave(solve), on_error=lambda _: _leave(solve), owner=solve,
        holds_data=False,
    )  # fmt: skip


def _shown_in_panel(solve: Solve) -> Work[None]:
    """Work of a solve that redraws panels and views only when its state changes."""
    steps = solve.work()
    try:
        while True:
            shown, texts = solve.preview.shown, _panel_texts()
            try:
                word = next(steps)
            except StopIteration:
                return
            _show_state()
            if solve.preview.shown != shown:
                event_loop.redraw()
            elif _panel_texts() != texts:
                event_loop.redraw_panels()
            yield word
    finally:
        steps.close()


def warm_up() -> None:
    """Starts the resident solver as soon as Blender is idle, if enabled in the preferences."""
    if preferences.starts_early():
        event_loop.start(_start_resident(), holds_data=False)


def _start_resident() -> Work[None]:
    yield
    resident()


def pump() -> None:
    """One short step of the running solve."""
    solve = current()
    if solve is not None:
        event_loop.pump(solve)


def wait(solve: Solve) -> None:
    """Pumps until a solve ends, for scripts and batch mode, in which Blender does not draw any preview."""
    solve.previews = False
    while not solve.is_over:
        pump()
        time.sleep(WAIT_PERIOD)


def cancel(index: int) -> None:
    """Stops the running solve (0) and keeps its best iterate, or removes one from the queue."""
    solve = _solves[index]
    solve.cancel()
    if solve.is_over:
        event_loop.drop(solve)
        _solves.remove(solve)
        if index == 0 and current() is not None:
            _begin(_solves[0])
    _show_state()


def stop() -> None:
    """Drops all solves and kills their processes, because the file changes or Blender quits."""
    stop_work()
    for solve in tuple(_solves):
        solve.kill()
    _solves.clear()
    _show_state()
    run = bpy.context.window_manager.spacetime
    run.text = run.error = run.error_line = run.error_armature = ""  # of the previous file
    event_loop.stop()


def hide_preview() -> None:
    """Removes the preview from its ghost until the next iterate, to keep it out of saved files and undo steps."""
    solve = current()
    if solve is not None:
        solve.hide_preview()


def after_undo() -> None:
    """Drops references after undo or redo, which may have interrupted the writing of a motion."""
    event_loop.after_undo()
    for solve in _solves:
        solve.forget_references()
    if current() is None:
        bpy.context.window_manager.spacetime.text = ""  # may be about an undone motion
    sweep()


def sweep() -> None:
    """Removes orphaned previews and ghosts."""
    if current() is None:
        drop_previews()
    sweep_ghosts()


def _start_solver(job: Job) -> Conversation:
    folder = preferences.new_job_folder()
    request = SolveRequest(job="job.json", out=str(folder), watches_stdin=True)
    return start_solving(folder, request, files={"job.json": job})


def _start_requesting(request: Command, files: Mapping[str, Savable]) -> Conversation:
    return start_solving(preferences.new_job_folder(), request, files=files)


def _panel_texts() -> tuple[str, ...]:
    """Messages of the panel about the solve."""
    run = bpy.context.window_manager.spacetime
    return run.text, run.eta, run.progress, run.figures


def _leave(solve: Solve) -> None:
    """Reports the end of a solve and lets the next one begin."""
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
    """Sets the violation that the panel's button shows; none for a success or an error of the whole motion."""
    run, armature_object = bpy.context.window_manager.spacetime, solve.find_armature()
    bone, moment = solve.culprit.body, solve.culprit.moment
    frame = solve.frame_of(moment) if moment is not None else None
    if armature_object is None or bone not in armature_object.pose.bones:
        bone = ""
    is_shown = armature_object is not None and (bone or frame is not None)
    run.error_armature = armature_object.name if armature_object is not None and is_shown else ""
    run.error_bone, run.error_has_frame, run.error_frame = bone, frame is not None, frame or 0


def _show_state() -> None:
    """Sets what panels draw, in the window manager, which outlives the file."""
    run, solve = bpy.context.window_manager.spacetime, current()
    run.is_running = solve is not None
    if solve is None:
        return
    run.text, run.eta = solve.status_text, solve.eta
    run.error = run.error_line = run.error_armature = ""  # of the last solve
    run.progress, run.figures, run.fraction = solve.progress, solve.figures, solve.fraction
    last = solve.history[-1] if solve.history else None
    run.iteration = last.iteration if last else 0
    run.violation = last.violation if last else 0.0
    run.seconds = last.seconds if last else 0.0
