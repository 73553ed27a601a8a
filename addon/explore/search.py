"""Searches for motions in another process; each becomes a take as soon as it is found."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

import bpy
import numpy as np

from ...solver.clip.clip import Clip
from ...solver.commands.explore_request import SHAPE, BetweenRequest, FrontRequest, VariationsRequest
from ...solver.errors import InputError
from ...solver.job.job import Job
from ...solver.messages import EXIT_NO_SOLUTION, EXIT_SOLVED, Found
from .. import preferences
from ..blender.session_number import object_of
from ..character.read_character import read_character
from ..interface.sentence import worded
from ..motion.free_timing import is_timing_free
from ..motion.read_scene import read_job
from ..motion.read_sketch import read_sketch
from ..result.clip_on_action import clip_of
from ..result.review import remove_take
from ..runtime.conversation import Savable
from ..runtime.event_loop import After, Work, at_once, is_busy
from ..solve import session
from ..solve.solver_process import ending, start_process
from ..solve.solving import Solve

Exploring = VariationsRequest | FrontRequest | BetweenRequest
PERIOD = 0.05  # s between readings of the solver's messages
EXPLORER = "exploration"  # owner of searches in the event loop
JOB_FILE, HERE = "job.json", "."  # names in requests of the job and of the folder for results


def is_exploring() -> bool:
    """Whether a search is running for any character."""
    return is_busy(EXPLORER)


def why_not_explored(armature_object: bpy.types.Object) -> str:
    """Empty if the panels allow searching for several motions."""
    if is_timing_free(armature_object.spacetime.motion):
        return (
            "All motions that are found have the same timing; "
            "set Timing to Fixed and disable goals of type Minimize Duration"
        )
    return ""


def reading(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Work[Job]:
    """Reads the job from the panels, and from the artist's keys if it follows them.

    Raises:
        InputError: part of it is invalid.
    """
    sketch = None
    if armature_object.spacetime.motion.sketch.use:
        sketch = yield from read_sketch(armature_object, scene, read_character(armature_object))
    return read_job(armature_object, scene, sketch=sketch)


@dataclass(frozen=True)
class _Take:
    """A motion of an earlier search that is already a take."""

    action: str
    is_over: ClassVar[bool] = True
    failed: ClassVar[bool] = False
    outcome: ClassVar[str] = ""


class Exploration:
    """A search for several motions.

    Args:
        armature_object: the character.
        job: of all motions.
        request: to the solver, which names JOB_FILE or given files, and HERE.
        files: other files named in the request.
        replaces: action of a take that the first found motion replaces; empty: none.
    """

    def __init__(
        self,
        armature_object: bpy.types.Object,
        job: Job,
        request: Exploring,
        *,
        files: Mapping[str, Savable] | None = None,
        replaces: str = "",
    ) -> None:
        self._uid, self._job, self._request = armature_object.session_uid, job, request
        self._given, self._replaces = {JOB_FILE: job, **(files or {})}, replaces
        self._count = _count(request)
        self._takes = dict[str, Solve | _Take]()  # by file
        self._line, self._former = list[Found](), list[str]()
        self._points = dict[str, tuple[float, ...]]()  # of a front, by file
        self._has_drawn = False

    @property
    def actions(self) -> list[str]:
        """Names of the found takes."""
        return [solve.action for solve in self._takes.values()]

    def work(self) -> Work[str]:
        """Searches in a separate process, which ends with the work; returns the outcome.

        Raises:
            InputError: the solver failed, or the character was deleted.
        """
        folder = preferences.new_job_folder()
        process = start_process(folder, self._request, files=self._given, leaves_clip=False)
        with ending(process):
            while process.finished is None or self._line or not self._are_all_over():
                self._line += [message for message in process.pump() if isinstance(message, Found)]
                while self._line and self._is_free(self._line[0].clip):
                    self._keep(folder, self._line.pop(0))
                self._draw_front()
                self._show_state()
                yield After(PERIOD)
        self._draw_front()
        self._forget_former()
        failed = next((solve.outcome for solve in self._takes.values() if solve.failed), "")
        if failed:
            raise InputError(failed)
        if process.finished.exit_code not in (EXIT_SOLVED, EXIT_NO_SOLUTION) or not self._takes:
            raise process.finished.complaint or InputError(
                "No motion was found; press Solve to see what conflicts"
            )
        found, count = len(self._takes), self._count
        if found == count:
            return worded("{found} motions found", found=found)
        if not isinstance(self._request, VariationsRequest):
            return worded(
                "{found} of {count} motions found; the others are not possible", found=found, count=count
            )
        return worded("{found} of {count} motions found; allow more Extra Effort", found=found, count=count)

    def _are_all_over(self) -> bool:
        return all(solve.is_over for solve in self._takes.values())

    def _is_free(self, file: str) -> bool:
        """Whether no motion of the file is still being written."""
        return file not in self._takes or self._takes[file].is_over

    def _keep(self, folder: Path, motion: Found) -> None:
        """Queues a found motion to be written as a take."""
        armature_object = object_of(self._uid)
        if armature_object is None or not len(armature_object.users_scene):
            raise InputError("the armature was deleted, so its motions could not be written")
        file = folder / motion.clip
        if not file.resolve().is_relative_to(folder.resolve()):
            raise InputError(f"the solver names a file outside its folder: '{motion.clip}'")
        if motion.point:
            self._points[motion.clip] = tuple(motion.point)
        known = _take_of(armature_object, Clip.load(file)) if motion.is_known else ""
        if known:
            self._takes[motion.clip] = _Take(known)
            return
        earlier = self._takes.get(motion.clip)
        solve = session.start_fetch(
            armature_object,
            self._job,
            partial(Clip.load, file),
            settings={},
            replaces=self._replaces,
        )
        self._replaces = ""
        if earlier is not None:
            self._former.append(earlier.action)
        solve.note = motion.sentence
        if isinstance(self._request, VariationsRequest) and self._request.by == SHAPE:
            solve.character = self._job.character
        self._takes[motion.clip] = solve

    def _draw_front(self) -> None:
        """Stores front points of motions that are takes by now; the first ones replace an earlier front."""
        written = [file for file in self._points if self._takes[file].is_over and self._takes[file].action]
        armature_object = object_of(self._uid)
        if armature_object is None or not written:
            return
        points = armature_object.spacetime.explore.points
        if not self._has_drawn:
            points.clear()
            armature_object.spacetime.explore.front_of = getattr(self._request, "quantity", "")
            self._has_drawn = True
        for file in written:
            point = points.add()
            point.action = bpy.data.actions.get(self._takes[file].action)
            point.level, point.cost, point.has_help = *self._points[file][:2], bool(self._points[file][2])
            del self._points[file]

    def _forget_former(self) -> None:
        """Removes takes for which a better motion was found, unless starred."""
        armature_object = object_of(self._uid)
        if armature_object is None:
            return
        starred = [take.action for take in armature_object.spacetime.takes if take.is_starred]
        for action in map(bpy.data.actions.get, self._former):
            if action is not None and action not in starred:
                remove_take(armature_object, action)

    def _show_state(self) -> None:
        run, number = bpy.context.window_manager.spacetime, min(len(self._takes) + 1, self._count)
        words = worded("Finding motion {number} of {count}", number=number, count=self._count)
        if run.doing != words:
            run.doing = words


def _take_of(armature_object: bpy.types.Object, clip: Clip) -> str:
    """The take with the motion of a clip; empty if none."""
    actions = [take.action for take in armature_object.spacetime.takes]
    taken = {action.name: own for action in actions if (own := clip_of(action)) is not None}
    return next((name for name, own in taken.items() if np.array_equal(own.q, clip.q)), "")


def _count(request: Exploring) -> int:
    """Number of requested motions."""
    if isinstance(request, VariationsRequest):
        return request.count
    if isinstance(request, BetweenRequest):
        return len(request.shares)
    return len(request.levels or request.flights) * max(1, len(request.second_levels))


def wait_for(search: Exploration) -> str:
    """Runs a search to the end and returns its outcome, for scripts and batch mode.

    Raises:
        InputError: as of ``Exploration.work``.
    """
    return at_once(with_takes(search.work()))


def with_takes(work: Work[str]) -> Work[str]:
    """Runs a search and writes its motions between steps, for scripts without an event loop."""
    while True:
        try:
            word = next(work)
        except StopIteration as end:
            text: str = end.value
            return text
        session.pump()
        yield word
