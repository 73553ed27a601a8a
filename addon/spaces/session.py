"""The spaces of this Blender session: one is solved at a time, others are queued; a ghost shows one sample.

Blender's event loop advances them; scripts and tests loop on ``pump`` with ``wait``. A thread reads files.
"""

import math
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import bpy

from ...solver.commands.request import EstimateRequest, GenerateRequest
from ...solver.errors import InputError
from ...solver.space.parameter_space import ParameterSpace
from ...solver.space.sample_name import SampleName
from ...solver.space.sampling import FullFactorial
from ...solver.store.sample_table import SampleRow
from .. import preferences
from ..announcement import announced
from ..runtime import event_loop
from ..runtime.event_loop import After, Work, in_a_thread
from ..runtime.process import SolverProcess
from ..solve.solver_process import start_process
from .characters import character_in
from .dry_run import DryRun
from .shown_sample import ShownSample
from .space_run import SPACE_FILE, SpaceRun
from .space_state import SpaceState
from .store_file import move_spaces, remove_store, temporary_store

PERIOD = 0.02  # s between timer calls
WAIT = 0.005  # s
NAMED_AT_ONCE = 200  # samples; naming a thousand takes 25 ms


class Spaces:
    """All spaces of one Blender session, and the work on them."""

    def __init__(self) -> None:
        self._states: dict[int, SpaceState] = {}  # by the character's session number
        self._line: list[tuple[SpaceState, SpaceRun]] = []  # queue; the first one runs
        self._shown: ShownSample | None = None
        self._showing: event_loop.Task | None = None

    def state_of(self, armature_object: bpy.types.Object) -> SpaceState:
        """State of a character's space."""
        number = armature_object.session_uid
        return self._states.setdefault(number, SpaceState(number))

    def list_samples(
        self, state: SpaceState, space: ParameterSpace, store: Path,
        *, workers: int, max_points: int,
    ) -> None:  # fmt: skip
        """Lists the names of a space's samples, by the solver if many or scattered, and estimates the time.

        Args:
            state: of the character.
            space: to list.
            store: file that may contain some of its clips.
            workers: motions solved at once; 0: one per core.
            max_points: largest number of points of a grid.

        Raises:
            InputError: the space makes no sense, or has more points.
        """
        state.listed, state.error = _names_at_once(space, max_points), ""
        if state.is_generating:  # which shows its remaining time
            return
        self.hide()
        state.solved = state.generation = None
        state.end_dry_run()
        request = EstimateRequest(SPACE_FILE, str(store), workers or None)
        state.dry_run = DryRun(_process(space, request)(), space.name)
        self._start(state, state.trying(state.dry_run))

    def generate(
        self, state: SpaceState, space: ParameterSpace, store: Path,
        *, workers: int, time_limit: float,
    ) -> None:  # fmt: skip
        """Queues solving a space, or continuing it, in another process.

        Args:
            state: of the character.
            space: to solve.
            store: file of its clips.
            workers: motions solved at once; 0: one per core.
            time_limit: of one motion [s].
        """
        state.end_dry_run()
        self.hide()
        request = GenerateRequest(
            SPACE_FILE, str(store), time_limit, workers=workers or None, resumes=True, watches_stdin=True
        )
        run = state.generation = SpaceRun(space, store, _process(space, request))
        state.solved, state.error = None, ""
        self._line.append((state, run))
        if len(self._line) == 1:
            self._begin()

    def _begin(self) -> None:
        """Starts the first space in the queue."""
        state, run = self._line[0]

        def fail(sentence: str) -> None:
            state.give_up(sentence)
            self._next()

        def end(_: None) -> None:
            self._next()
            if run.process is not None:
                self.load(state, run.store, run.space.name)

        read = partial(self.load, state, run.store, run.space.name)
        event_loop.start(state.generating(run, read), end, on_error=fail, owner=self, holds_data=False)

    def _next(self) -> None:
        del self._line[:1]
        if self._line:
            self._begin()

    def load(self, state: SpaceState, store: Path, name: str) -> None:
        """Reads a space from a store, such as after opening a file."""
        self._start(state, state.reading(store, name))

    def keep(self, store: Path) -> None:
        """Moves clips solved before the .blend file was saved to the file next to it, once nothing writes them."""
        if store != temporary_store():
            event_loop.start(self._keeping(store), owner=self, holds_data=False)

    def _keeping(self, store: Path) -> Work[None]:
        temporary = temporary_store()
        while any(run.store == temporary for _state, run in self._line):
            yield After(PERIOD)
        concerned = {
            state: found.space.name
            for state in self._states.values()
            for found in (state.generation, state.solved)
            if found is not None and found.store == temporary
        }
        try:
            yield from in_a_thread(partial(move_spaces, temporary, store))
        except InputError as problem:
            for state in concerned:
                state.error = announced(problem)
            return
        for state, name in concerned.items():
            self.load(state, store, name)

    def _start(self, state: SpaceState, work: Work[None]) -> None:
        """Starts work in the event loop; an internal error ends all work on that space only."""
        event_loop.start(work, on_error=state.give_up, owner=self, holds_data=False)

    def shown(self, state: SpaceState) -> ShownSample | None:
        """The sample on a ghost, if it belongs to the character's space."""
        now = self._shown
        return now if now is not None and now.state is state else None

    def move(self, armature_object: bpy.types.Object) -> None:
        """Shows the solved sample nearest to a character's sliders on the ghost."""
        row = self._nearest(armature_object)
        if row is not None:
            self.show(self.state_of(armature_object), row)

    def _nearest(self, armature_object: bpy.types.Object) -> SampleRow | None:
        """The solved sample nearest to a character's sliders."""
        solved = self.state_of(armature_object).solved
        if solved is None:
            return None
        dimensions = armature_object.spacetime.space.dimensions
        return solved.nearest({each.name: each.at for each in dimensions if each.use})

    def show(self, state: SpaceState, row: SampleRow) -> None:
        """Shows a sample or its closest attempt on a ghost, unless a motion is being solved or followed."""
        scene, run = bpy.context.scene, bpy.context.window_manager.spacetime
        assert scene is not None
        character = character_in(state.solved, state.owner, row) if state.solved is not None else None
        if state.solved is None or character is None or run.is_running or run.is_live:
            return
        now = self.shown(state)
        if now is None or now.number != character.session_uid:
            self.hide()
            now = self._shown = ShownSample(state, character, state.solved.job, scene)
        if row.name != now.name or not now.is_on_ghost(character):
            now.ask(state.solved, row)
            now.pump()  # starts the thread, so that the ghost appears one redraw sooner
            self._go_on_showing(now)

    def _go_on_showing(self, sample: ShownSample) -> None:
        """Updates the ghost to the last request in the event loop."""
        if self._showing is not None and not self._showing.is_over:
            return

        def fail(sentence: str) -> None:
            sample.state.error = sentence
            self.hide()

        self._showing = event_loop.start(sample.work(), on_error=fail, owner=self, holds_data=False)

    def before_undo(self) -> None:
        """Removes the sample from the ghost to keep it out of undo steps; ``follow_sliders`` restores it."""
        if self._shown is not None:
            self._shown.hide()

    def follow_sliders(self) -> None:
        """Updates the ghost to the sliders after undo or redo, or hides the sample if there was none."""
        now = self._shown
        character, owner = (now.character, now.state.owner) if now is not None else (None, None)
        if now is None or character is None or owner is None:
            self.hide()
            return
        if character.spacetime.ghost is None and now.row != self._nearest(owner):
            self.hide()  # the ghost was created after the sliders were moved
        elif now.is_attempt and now.row is not None:
            self.show(now.state, now.row)
        else:
            self.move(owner)

    def hide(self) -> None:
        """Removes the sample from the ghost."""
        now, self._shown = self._shown, None
        task, self._showing = self._showing, None
        if task is not None:
            event_loop.drop_task(task)
        if now is not None:
            now.end()

    def pump(self) -> None:
        """One short step of all work, for scripts."""
        event_loop.pump(self)

    def is_busy(self) -> bool:
        """Whether work remains."""
        return event_loop.is_busy(self)

    def wait(self) -> None:
        """Pumps until all work is done, for scripts."""
        while self.is_busy():
            self.pump()
            time.sleep(WAIT)

    def stop(self) -> None:
        """Ends all processes and clears all state, because the file changes or Blender quits; stores keep clips."""
        event_loop.drop(self)
        for state in self._states.values():
            state.give_up("")
        self._states.clear()
        self._line.clear()
        self._shown = self._showing = None
        remove_store(temporary_store())

    def forget_references(self) -> None:
        """Drops references that undo has invalidated."""
        if self._shown is not None:
            self._shown.forget_references()


def _names_at_once(space: ParameterSpace, max_points: int) -> tuple[SampleName, ...]:
    """Names of a grid's samples, if there are few.

    Raises:
        InputError: the space makes no sense, or has more points.
    """
    if not isinstance(space.sampling, FullFactorial):  # others need scipy, which takes a second to load
        return ()
    count = math.prod(dimension.grid_size for dimension in space.dimensions)
    if count > max_points:
        raise InputError(
            f"{count} motions are too many to list; at most {max_points} can be listed. Solve Variations can still "
            "solve them"
        )
    if count > NAMED_AT_ONCE:
        return ()
    points = space.points()
    space.sample(points[0])  # validates the shared settings
    return tuple(space.sample_name(point) for point in points)


def _process(
    space: ParameterSpace, request: GenerateRequest | EstimateRequest
) -> Callable[[], SolverProcess]:
    """Starts a process that generates a space in its current state, or only lists its samples."""
    folder = preferences.new_job_folder()
    return partial(start_process, folder, request, files={SPACE_FILE: space}, leaves_clip=False)


spaces = Spaces()  # of this Blender
