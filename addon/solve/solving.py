"""One job on its way from the scene to a motion on the ghost.

``pump`` does one short step: hand on what the solver said, move the preview, write the finished motion, push the
undo step. Blender's data may be undone, renamed or deleted meanwhile, so nothing of it is held between two steps:
the armature is found again by its session number.
"""

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import bpy

from ...solver.errors import InputError
from ...solver.messages import (
    EXIT_CANCELLED,
    EXIT_FAILED,
    EXIT_NO_SOLUTION,
    EXIT_SOLVED,
    Generation,
    Iterate,
    Message,
    Progress,
    Saying,
    Status,
)
from ...solver.motion.armature_motion import (
    ArmaturePlace,
    ArmaturePlan,
    Channel,
    ObjectWay,
    armature_channels,
)
from ...solver.motion.clip import Clip
from ...solver.problem.job import Job
from ...solver.problem.violation import Place
from ...solver.sentence import Moment, Sentence
from ..announcement import announced, announced_sentence
from ..armature.object_way import Following
from ..armature.rest_pose import place_of
from ..armature.write_motion import (
    begin_action,
    fit_to_source,
    plan_motion,
    write_channels,
)
from ..event_loop import push_undo
from ..fault import told
from ..process import Finished, SolverProcess
from ..result import clip_on_action, review
from ..result.as_keyed import bake_as_keyed, needs_baking
from ..threads import submit
from .earlier import Work, remember, seconds_of_one_like
from .fetched_clip import FetchedClip
from .live_preview import LivePreview
from .outlook import outlook, outlook_of_search, progress

WRITE_BUDGET = 0.006  # s of writing before Blender may breathe
Written = tuple[tuple[Channel, ...], bytes]


class Solve:
    """A job that waits, is being solved, or is being written.

    Args:
        job: what to find.
        armature_object: who moves.
        begin: starts the solver's process, or fetches a clip that is solved already.
        settings: of the panel, remembered with the motion.
        root_motion_bone: carries the travel along the ground; empty: the root body's own bone.
        first_frame: of the timeline at which the motion begins.
        command: of the solver; empty for a clip that is only fetched.
        place: where the armature stood when the character was read; None: where it stands now.
        accepts: whether the motion goes to the character at once instead of its ghost; an attempt never does.
    """

    def __init__(
        self, job: Job, armature_object: bpy.types.Object, *, begin: Callable[[], SolverProcess | FetchedClip],
        settings: dict[str, Any], first_frame: int, command: str = "", root_motion_bone: str = "",
        place: ArmaturePlace | None = None, accepts: bool = False,
    ) -> None:  # fmt: skip
        self.job, self._begin, self.settings = job, begin, settings
        self._uid, self._name = armature_object.session_uid, armature_object.name
        self.place: ArmaturePlace = place or place_of(armature_object)
        self.way: ObjectWay | None = None
        self._following: Following | None = None
        self.root_motion_bone, self._accepts = root_motion_bone, accepts
        self._first_frame = first_frame
        self.process: SolverProcess | FetchedClip | None = None
        self.clip: Clip | None = None
        self.clip_file: Path | None = None
        self.exit_code = EXIT_FAILED
        self.action, self.outcome, self.failed = "", "", False
        self.remark = ""  # told with the outcome
        self.culprit = Place()  # of the motion that cannot be
        self.stage, self.figures, self.history = "Waiting for its turn", "", list[Progress]()
        self._is_stopped, self._is_searching = False, True
        self._generation: Generation | None = None
        self._work, self._begun, self._earlier = Work.of(job, command), 0.0, math.nan
        self.preview = LivePreview(job, self.place, root_motion_bone, first_frame)
        self._written: Future[Written] | None = None
        self._writing: Iterator[None] | None = None
        self._showing: Iterator[None] | None = None
        self._keeping: Iterator[None] | None = None
        self._steps = [self._start, self._listen, self._plan, self._write, self._show, self._keep]

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""
        return not self._steps

    @property
    def is_attempt(self) -> bool:
        """Whether it cannot be, and the clip is the best attempt: it goes to the ghost to be looked at."""
        return self.clip is not None and self.clip.provenance.infeasible

    @property
    def outlook(self) -> str:
        """How long it may still take, in words; empty once it is found and only looked at or written."""
        if not self._is_searching:
            return ""
        if self._generation is not None and not self.history:
            return outlook_of_search(self._generation)
        return outlook(self.history, time_limit=self.job.options.time_limit, earlier=self._earlier)

    @property
    def progress(self) -> str:
        """How far it is, in words."""
        return progress(self.history)

    def pump(self) -> None:
        """One short step."""
        try:
            if self._steps and self._steps[0]():
                self._steps.pop(0)
        except InputError as error:
            self._end(announced(error))
        except Exception as fault:  # ours; the next solve must not wait for this one
            if self.process is not None:
                self.process.kill()
            self._end(told(fault))
            raise

    def cancel(self) -> None:
        """Asks the solver to hand over its best; a job that still waits is dropped."""
        if self.process is None:
            self._end("Taken off the list.")
        else:
            self.stage, self._is_stopped, self._is_searching = "Stopping", True, False
            self.process.cancel()

    def kill(self) -> None:
        """Ends it at once and leaves nothing half done: the file is changing, or Blender is quitting."""
        if self.process is not None:
            self.process.kill()
        self._end("")

    def hide_preview(self) -> None:
        """Takes the preview off the ghost until the next iterate."""
        armature_object = self.find_armature()
        if armature_object is not None:
            self.preview.hide(armature_object)

    def forget_references(self) -> None:
        """Begins writing anew: undo has replaced all of Blender's data, a half-written action included."""
        self._writing = self._showing = None
        self.preview.forget_references()

    def frame_of(self, moment: Moment) -> int:
        """The frame of the timeline at which a moment of the motion is to be seen."""
        armature_object = self.find_armature()
        scene = armature_object.users_scene[0] if armature_object is not None else bpy.context.scene
        return round(self._first_frame + moment.seconds * scene.render.fps / scene.render.fps_base)

    def find_armature(self) -> bpy.types.Object | None:
        """The armature, under whatever name it has now."""
        named = bpy.data.objects.get(self._name)
        if named is None or named.session_uid != self._uid:
            named = next((each for each in bpy.data.objects if each.session_uid == self._uid), None)
        if named is None or not len(named.users_scene):
            return None
        self._name = named.name
        return named

    def _start(self) -> bool:
        timing = self.job.timing
        if not self._follow_object(timing.free.longest if timing.free else timing.length):
            return False
        self.preview.way = self.way
        self.process, self.stage = self._begin(), "Starting the solver"
        self._begun, self._earlier = time.monotonic(), seconds_of_one_like(self._work)
        if not self._accepts:
            self.preview.begin()
        return True

    def _listen(self) -> bool:
        assert self.process is not None
        for message in self.process.pump():
            self._hear(message)
        finished = self.process.finished
        armature_object = self.find_armature()
        if finished is None:
            if armature_object is not None and not self._accepts:
                self.preview.pump(armature_object, WRITE_BUDGET)
            return False
        self._is_searching = False
        if armature_object is not None:
            self.preview.end(armature_object)
        self.clip = finished.clip
        self._tell(finished)
        if self.clip is None:
            self._steps = self._steps[:1]  # nothing to write
        return True

    def _tell(self, finished: Finished) -> None:
        """How it ended, and where what cannot be is to be seen."""
        if finished.exit_code == EXIT_SOLVED and self._work.command:
            remember(self._work, time.monotonic() - self._begun)
        self.failed = finished.exit_code not in (EXIT_SOLVED, EXIT_CANCELLED)
        self.outcome = announced(finished.error) or _OUTCOMES.get(
            finished.exit_code, "The solver found no motion."
        )
        if finished.complaint is not None:
            self.outcome = self._in_scene(announced_sentence(finished.complaint))
            self.culprit = Place(next(iter(finished.complaint.moments), None))
        if self.clip is None and finished.exit_code == EXIT_CANCELLED:
            self.outcome = "Stopped before there was any motion."
        elif self.clip is not None and finished.exit_code == EXIT_NO_SOLUTION:
            self.outcome, self.culprit = (
                _OUTCOMES[EXIT_NO_SOLUTION] if self.is_attempt else UNFINISHED,
                Place(),
            )
            for worst in self.clip.provenance.violations[:1]:
                self.culprit = worst.place
                self.outcome += f" Worst of the best attempt: {self._in_scene(worst.sentence)}."
        self.outcome = " ".join(filter(None, (self.outcome, self.remark)))
        self.clip_file, self.exit_code = finished.clip_file, finished.exit_code

    def _hear(self, message: Message) -> None:
        if isinstance(message, Progress):
            self.history.append(message)
            self._is_searching = not self._is_stopped
            return
        if isinstance(message, Iterate):
            if not self._accepts:
                self.preview.offer(message)
            return
        self.stage = self._in_scene(message.sentence) if isinstance(message, Saying) else message.text
        self._is_searching = self._is_searching and not self.history
        if isinstance(message, Generation):
            self._generation = message
        if isinstance(message, Status | Generation):
            self.figures = message.figures or self.figures

    def _in_scene(self, sentence: Sentence) -> str:
        """The solver's sentence in the frames of the artist's timeline."""
        return sentence.told(lambda moment: f"frame {self.frame_of(moment)}")

    def _plan(self) -> bool:
        """Reads the armature; a thread works out the channels meanwhile."""
        assert self.clip is not None
        if not self._follow_object(self.clip.step * self.clip.n_frames):
            return False
        try:
            plan = plan_motion(
                self.job,
                self._the_armature(),
                root_motion_bone=self.root_motion_bone,
                place=self.place,
                way=self.way,
            )
        except InputError as error:
            self._end(f"{announced(error)}. The motion is kept in '{self.clip_file}'")
            return False
        self.stage = "Writing the motion"
        thread = ThreadPoolExecutor(1)
        self._written = submit(thread, _written, self.clip, plan)
        thread.shutdown(wait=False)  # ends by itself
        return True

    def _follow_object(self, seconds: float) -> bool:
        """Looks at one more frame of the object's way; whether all of it is known."""
        self._following = self._following or Following(
            self.place, first_frame=self._first_frame, seconds=seconds
        )
        armature_object = self.find_armature()
        if armature_object is not None and not self._following.go_on(armature_object):
            return False
        self.way, self._following = self._following.way, None
        return True

    def _write(self) -> bool:
        """Writes channels for a few milliseconds."""
        assert self.clip is not None
        assert self._written is not None
        if not self._written.done():
            return False
        channels, data = self._written.result()
        try:
            armature_object = self._the_armature()
            if self._writing is None:
                action = begin_action(self.clip, armature_object, first_frame=self._first_frame)
                self.action = action.name
                self._writing = self._write_all(action, channels, armature_object)
            if not _went_on(self._writing):
                return False
            action = bpy.data.actions[self.action]
            clip_on_action.remember(
                action, data, place=self.place, settings=self.settings, way=self.way,
                is_attempt=self.is_attempt,
            )  # fmt: skip
        except InputError as error:
            self._end(f"{announced(error)}. The motion is kept in '{self.clip_file}'")
            return False
        return True

    def _write_all(
        self, action: bpy.types.Action, channels: tuple[Channel, ...], armature_object: bpy.types.Object
    ) -> Iterator[None]:
        """Curve after curve: what is solved, what is taken over from the artist's own action, what that shows."""
        assert self.clip is not None
        yield from write_channels(self.clip, action, channels)
        yield from fit_to_source(action, armature_object)
        bodies = [body.name for body in self.job.character.bodies]
        if needs_baking(action, armature_object, bodies):
            yield from bake_as_keyed(action, armature_object, bodies)

    def _show(self) -> bool:
        """The motion goes to the ghost."""
        assert self.clip is not None
        armature_object = self._the_armature()
        if self._showing is None:
            self._showing = review.proposing(armature_object, bpy.data.actions[self.action])
        if not _went_on(self._showing):
            return False
        if self._accepts and not self.failed:
            action, constraints = review.accept(armature_object)
            self.action, self.outcome = action.name, " ".join(filter(None, (self.outcome, constraints)))
        return True

    def _keep(self) -> bool:
        """All of it is one undo step, which takes Blender a while in a large file."""
        self._keeping = self._keeping or push_undo(f"Solve {self.job.name}")
        return _went_on(self._keeping)

    def _the_armature(self) -> bpy.types.Object:
        found = self.find_armature()
        if found is None:
            raise InputError(f"the armature '{self._name}' is gone; the motion could not be written")
        return found

    def _end(self, outcome: str) -> None:
        """Gives up: no step is left, no preview and no half-written action stays."""
        self._steps.clear()
        self.outcome, self.failed = outcome, True
        self.exit_code = self.exit_code or EXIT_FAILED
        armature_object, half = self.find_armature(), bpy.data.actions.get(self.action)
        if armature_object is not None:
            self.preview.end(armature_object)
        if half is not None and self.action:
            bpy.data.actions.remove(half)


def _went_on(work: Iterator[None]) -> bool:
    """Works for a few milliseconds; whether that was the end."""
    deadline = time.perf_counter() + WRITE_BUDGET
    return all(time.perf_counter() <= deadline for _ in work)


def _written(clip: Clip, plan: ArmaturePlan) -> Written:
    """What a thread works out for Blender to store."""
    data = clip.to_bytes()
    clip_on_action.decoded(data)  # so that whoever looks at the take finds it known
    return armature_channels(clip, plan), data


UNFINISHED = "Not finished within its limits; this is the best motion so far, and Continue goes on from it."
_OUTCOMES = {
    EXIT_SOLVED: "Solved.",
    EXIT_CANCELLED: "Stopped; this is the best motion so far.",
    EXIT_NO_SOLUTION: "No physical motion does all that is asked; ease the contacts, the speed or the length.",
}
