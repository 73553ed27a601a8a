"""The one solve or check that may be going on in this Blender: started by operators, driven by ``pump``.

``pump`` does one short step: hand on what the solver said, or write the finished motion, or push the undo step.
Blender's timer calls it; scripts, tests and batch mode loop on it with ``wait``.
"""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path

import bpy

from ..solver.errors import InputError
from ..solver.messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Iterate, Message, Progress
from ..solver.motion.armature_motion import ArmaturePlace, Channel, armature_channels
from ..solver.motion.clip import Clip
from ..solver.problem.job import Job
from . import preferences
from .process import SolverProcess, solver_command, stop_all
from .rest_pose import place_of
from .write_motion import overruled, plan_motion, write_channels

TIMER_PERIOD = 0.1  # s
WAIT_PERIOD = 0.005  # s
WRITE_BUDGET = 0.006  # s of writing before Blender may breathe


class Session:
    """One job on its way from the scene to an action.

    Blender's data may be undone or deleted meanwhile, so objects are kept by name.
    """

    def __init__(
        self, process: SolverProcess, job: Job, armature_object: bpy.types.Object, root_motion: str
    ) -> None:
        self.process = process
        self.job = job
        self.object_name = armature_object.name
        self.place: ArmaturePlace = place_of(armature_object)
        self.root_motion = root_motion
        self.action: str = ""
        self.clip: Clip | None = None
        self.iterate: Iterate | None = None
        self.outcome = ""  # one sentence at the end
        self.failed = False
        self._channels: Future[tuple[Channel, ...]] | None = None
        self._writing: Iterator[None] | None = None
        self._steps = [self._listen, self._plan, self._write, self._push_undo]

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""
        return not self._steps

    def pump(self) -> None:
        """One short step."""
        try:
            if self._steps and self._steps[0]():
                self._steps.pop(0)
        except Exception as error:  # whatever it is, the next solve must not wait for this one
            self._steps.clear()
            self.outcome, self.failed = f"The motion could not be written: {error}", True
            raise
        finally:
            if self.is_over:
                _show_end(self)

    def _listen(self) -> bool:
        for message in self.process.pump():
            self._hear(message)
        finished = self.process.finished
        if finished is None:
            return False
        self.clip = finished.clip
        self.failed = finished.exit_code not in (EXIT_SOLVED, EXIT_CANCELLED)
        self.outcome = finished.error or _OUTCOMES.get(finished.exit_code, "The solver found no motion.")
        if self.clip is None and finished.exit_code == EXIT_CANCELLED:
            self.outcome = "Cancelled before there was any motion."
        elif self.clip is not None and finished.exit_code == EXIT_NO_SOLUTION:
            worst = "; ".join(self.clip.provenance.violations[:1])
            self.outcome = f"{_OUTCOMES[EXIT_NO_SOLUTION]} Worst of the best attempt: {worst}."
        if self.clip is None or self.failed:
            self._steps = self._steps[:1]  # nothing worth writing
        return True

    def _hear(self, message: Message) -> None:
        run = bpy.context.window_manager.spacetime
        if isinstance(message, Progress):
            run.iteration, run.violation, run.seconds = message.iteration, message.violation, message.seconds
        elif isinstance(message, Iterate):
            self.iterate = message
        else:
            run.text = message.text

    def _plan(self) -> bool:
        """Reads the armature; a thread works out the channels meanwhile."""
        assert self.clip is not None
        try:
            plan = plan_motion(
                self.clip, self._armature_object(), root_motion_bone=self.root_motion, place=self.place
            )
        except InputError as error:
            return self._give_up(error)
        thread = ThreadPoolExecutor(1)
        self._channels = thread.submit(armature_channels, self.clip, plan)
        thread.shutdown(wait=False)  # ends by itself
        return True

    def _write(self) -> bool:
        """Writes channels for a few milliseconds."""
        assert self.clip is not None
        assert self._channels is not None
        if not self._channels.done():
            return False
        try:
            armature_object = self._armature_object()
            if self._writing is None:
                self._writing = write_channels(self.clip, armature_object, self._channels.result())
            deadline = time.perf_counter() + WRITE_BUDGET
            for _ in self._writing:
                if time.perf_counter() > deadline:
                    return False
            self.action = armature_object.animation_data.action.name
            self.outcome = " ".join(filter(None, (self.outcome, overruled(self.clip, armature_object))))
        except InputError as error:
            return self._give_up(error)
        return True

    def forget_references(self) -> None:
        """Begins writing anew: undo has replaced all of Blender's data, a half-written action included."""
        self._writing = None

    def _armature_object(self) -> bpy.types.Object:
        found = bpy.data.objects.get(self.object_name)
        if found is None:
            raise InputError(f"the armature '{self.object_name}' is gone; the motion could not be written")
        return found

    def _give_up(self, error: InputError) -> bool:
        self.outcome, self.failed = str(error), True
        self._steps = self._steps[:1]
        return True

    def _push_undo(self) -> bool:
        bpy.ops.ed.undo_push(message=f"Solve {self.job.name}")
        return True


_OUTCOMES = {
    EXIT_SOLVED: "Solved.",
    EXIT_CANCELLED: "Cancelled; this is the best motion so far.",
    EXIT_NO_SOLUTION: "No physical motion does all that is asked; ease the contacts, the speed or the length.",
}
_sessions: list[Session] = []  # at most one; a process must live somewhere between two timer calls


def current() -> Session | None:
    """The session that is going on."""
    return _sessions[0] if _sessions else None


def start_solve(context: bpy.types.Context, armature_object: bpy.types.Object, job: Job) -> Session:
    """Starts the solver on a job.

    Raises:
        InputError: a solve is going on.
    """
    if current() is not None:
        raise InputError("a motion is being solved already; wait or press Cancel")
    folder = preferences.new_job_folder()
    process = start_process(
        context, folder, "solve", "job.json", "--out", str(folder), "--watch-stdin", job=job
    )
    session = Session(process, job, armature_object, context.scene.spacetime.root_motion_bone)
    _sessions.append(session)
    run = context.window_manager.spacetime
    run.is_running, run.text, run.error = True, "Starting the solver", ""
    run.iteration, run.violation, run.seconds = 0, 0.0, 0.0
    return session


def start_process(
    context: bpy.types.Context, folder: Path, *arguments: str, job: Job | None = None
) -> SolverProcess:
    """The solver with the interpreter and the patience of the preferences."""
    return SolverProcess(
        solver_command(preferences.solver_python(context), *arguments),
        folder,
        job=job,
        environment=preferences.environment(context),
        silence_timeout=preferences.silence_timeout(context),
    )


def wait(session: Session) -> None:
    """Pumps until the session is over, for scripts and batch mode."""
    while not session.is_over:
        session.pump()
        time.sleep(WAIT_PERIOD)


def start_timer() -> None:
    """Lets Blender's event loop pump the session."""
    if not bpy.app.timers.is_registered(_tick):
        bpy.app.timers.register(_tick, first_interval=TIMER_PERIOD)


def stop() -> None:
    """Drops the session and ends its process at once: the file is changing or Blender is quitting."""
    stop_all()
    _sessions.clear()
    run = bpy.context.window_manager.spacetime  # outlives the file
    run.is_running, run.text = False, ""
    if bpy.app.timers.is_registered(_tick):
        bpy.app.timers.unregister(_tick)


def _tick() -> float | None:
    session = current()
    if session is None:
        return None
    windows = bpy.context.window_manager.windows
    with bpy.context.temp_override(window=windows[0]) if len(windows) else nullcontext():
        session.pump()  # a timer has no window of its own, and undo wants one
    _redraw()
    return None if session.is_over else TIMER_PERIOD


def _show_end(session: Session) -> None:
    if session in _sessions:
        _sessions.remove(session)
    run = bpy.context.window_manager.spacetime
    run.is_running = False
    run.text = "" if session.failed else session.outcome
    run.error = session.outcome if session.failed else ""


def _redraw() -> None:
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()
