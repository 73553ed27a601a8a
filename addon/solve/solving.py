"""One solve, from the job to the motion on the ghost.

``work`` forwards the solver's messages, updates the preview, writes the motion and pushes the undo step.
Blender's data may be undone, renamed or deleted meanwhile, so no references are kept between steps, or all are
fetched again after undo: the armature is found by its session number.
"""

import math
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import bpy

from ...solver.analysis.departure import follows_drawn
from ...solver.analysis.doubts import Doubt
from ...solver.character import Character
from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ...solver.formats.armature_motion import (
    ArmaturePlace,
    ObjectTrajectory,
)
from ...solver.job.job import Job
from ...solver.messages import (
    EXIT_CANCELLED,
    EXIT_FAILED,
    EXIT_NO_SOLUTION,
    EXIT_SOLVED,
    Generation,
    Iterate,
    Message,
    Progress,
    Remark,
    Saying,
    Status,
)
from ...solver.sentence import Moment, Sentence
from ...solver.space.sample_name import SampleName
from ...solver.verify.violation import Place
from ...solver.wording.violations import sentence
from ..announcement import announced, announced_sentence
from ..blender.frame_rate import rate_of
from ..blender.object_trajectory import FollowedObject
from ..blender.rest_pose import place_of
from ..blender.session_number import object_of
from ..blender.write_motion import TURNS, begin_action, plan_motion
from ..character.read_character import read_character
from ..result import clip_on_action, review
from ..result.doubts import keep_doubts
from ..result.other_body import mark_other_body
from ..result.widened_limits import keep_widened
from ..runtime.conversation import Conversation, Finished
from ..runtime.event_loop import WAITING, After, Work, again_after_undo, in_a_thread, push_undo
from ..runtime.fault import message_of_fault
from .arrival import Arrival
from .earlier import Workload, remember, seconds_of_one_like
from .eta import eta, eta_of_search, fraction, progress
from .failure import failure_of
from .fetched_clip import FetchedClip
from .live_preview import LivePreview
from .outcomes import (
    about_frames,
    blended,
    deviating,
    doubtful,
    outcome,
    without_motion,
    without_solution,
)
from .silence import silence_message
from .written_motion import WrittenMotion, write_curves, written_motion

PERIOD = 0.05  # s between readings of the solver's messages
HURRIED_PERIOD = 0.005  # s, until the ghost first moves, and while the end is expected
SHORT = 1.0  # s, in which many motions are solved
PREVIEW_BUDGET = 0.006  # s of updating the preview before yielding to Blender


class Solve:
    """A job that is queued, being solved, or being written.

    Args:
        job: to be solved; the clip has its own job, which may be longer.
        armature_object: of the character.
        arrival: destination of the motion, with its first frame.
        begin: starts the solver's process, or fetches a solved clip.
        settings: of the panel, stored with the motion.
        command: of the solver; empty for a clip that is only fetched.
    """

    def __init__(
        self, job: Job, armature_object: bpy.types.Object, arrival: Arrival, *,
        begin: Callable[[], Conversation | FetchedClip], settings: dict[str, Any], command: str = "",
    ) -> None:  # fmt: skip
        assert arrival.first_frame is not None
        self.job, self._begin, self.settings = job, begin, settings
        self._uid, self._name = armature_object.session_uid, armature_object.name
        self.place: ArmaturePlace = arrival.place or place_of(armature_object)
        self.trajectory: ObjectTrajectory | None = None
        self.root_motion_bone = str(armature_object.spacetime.motion.root_motion_bone)
        self._accepts, self._vain = arrival.accepts, arrival.vain
        self.previews = arrival.previews and not arrival.accepts  # whether iterates are shown on the ghost
        self._first_frame = arrival.first_frame
        self.process: Conversation | FetchedClip | None = None
        self.clip: Clip | None = None
        self.clip_file: Path | None = None
        self.exit_code = EXIT_FAILED
        self.action, self.outcome, self.failed = "", "", False
        self.asked: object = None  # equal for presses of Solve that ask for the same
        self.remark = ""  # reported with the outcome
        self.note: Sentence | None = None  # stored with the take
        self.variation: SampleName | None = None  # sample of a space that is fetched
        self.character: Character | None = None  # with current bone lengths, which may differ from the clip's
        self.replaces = ""  # action of a take whose place it takes
        self.culprit = Place()  # largest violation of the closest attempt
        self.line = ""  # short form of the outcome of an attempt
        self.stage, self.figures, self.history = "Queued", "", list[Progress]()
        self.is_stopped, self._is_searching = False, True
        self._generation: Generation | None = None
        self._workload, self._earlier = Workload.of(job, command), math.nan
        self.preview = LivePreview(job, self.place, self.root_motion_bone, self._first_frame)
        self._begun, self._done = 0.0, 0.0
        self.is_over = False  # whether it has ended

    @property
    def is_attempt(self) -> bool:
        """Whether the clip is only the closest attempt, which the ghost shows."""
        return self.clip is not None and self.clip.provenance.infeasible

    @property
    def eta(self) -> str:
        """Estimated remaining time in words; empty once solved."""
        if not self._is_searching:
            return ""
        if self._generation is not None and not self.history:
            return eta_of_search(self._generation)
        limit, drawn = self.job.options.time_limit, self._workload.drawn
        return eta(self.history, time_limit=limit, earlier=self._earlier, drawn=drawn)

    @property
    def fraction(self) -> float:
        """Completed part, 0 to 1, never decreasing."""
        if self._begun:
            elapsed, drawn = time.monotonic() - self._begun, self._workload.drawn
            done = fraction(self.history, elapsed, earlier=self._earlier, drawn=drawn)
            self._done = max(self._done, done)
        return self._done

    @property
    def status_text(self) -> str:
        """Current state in words, or for how long the solver has been silent."""
        if self.process is None or self.process.finished is not None:
            return self.stage
        return silence_message(self.process.silence) or self.stage

    @property
    def progress(self) -> str:
        """Progress in words."""
        return progress(self.history)

    def work(self) -> Work[None]:
        """All steps from the solver's start to the undo step; an internal error ends the solver."""
        try:
            yield from self._find()
            if self.clip is not None:
                yield from self._write_and_show()
        except InputError as error:
            self._end(announced(error))
        except Exception as fault:
            self._end(message_of_fault(fault))
            raise
        self.is_over = True

    def cancel(self) -> None:
        """Asks the solver for its best iterate; a queued job is dropped."""
        if self.process is None:
            self._end("Removed from queue.")
        else:
            self.stage, self.is_stopped, self._is_searching = "Stopping", True, False
            self.process.cancel()

    def kill(self) -> None:
        """Ends the solve immediately and removes partial results, because the file changes or Blender quits."""
        self._end("")

    def hide_preview(self) -> None:
        """Removes the preview from the ghost until the next iterate."""
        armature_object = self.find_armature()
        if armature_object is not None:
            self.preview.hide(armature_object)

    def forget_references(self) -> None:
        """Drops references that undo has invalidated."""
        self.preview.forget_references()

    def frame_of(self, moment: Moment) -> int:
        """Frame of the timeline at which a moment of the motion is shown."""
        armature_object = self.find_armature()
        scene = armature_object.users_scene[0] if armature_object is not None else bpy.context.scene
        return round(self._first_frame + moment.seconds * rate_of(scene))

    def find_armature(self) -> bpy.types.Object | None:
        """The armature, even if renamed."""
        named = bpy.data.objects.get(self._name)
        if named is None or named.session_uid != self._uid:
            named = object_of(self._uid)
        if named is None or not len(named.users_scene):
            return None
        self._name = named.name
        return named

    def _find(self) -> Work[None]:
        """Waits for the solver's motion, or fetches it."""
        timing = self.job.timing
        yield from self._follow_object(timing.free.longest if timing.free else timing.length)
        self.preview.trajectory = self.trajectory
        self.process, self.stage = self._begin(), "Starting the solver"
        self._begun, self._earlier = time.monotonic(), seconds_of_one_like(self._workload)
        if self.previews:
            self.preview.begin()
        yield WAITING
        while not self._has_ended(self.process):
            is_young = time.monotonic() - self._begun < SHORT
            yield After(HURRIED_PERIOD if is_young or self.preview.is_hurried else PERIOD)

    def _has_ended(self, process: Conversation | FetchedClip) -> bool:
        """Processes messages since the last call; returns whether the solver has ended."""
        for message in process.pump():
            self._hear(message)
        finished = process.finished
        armature_object = self.find_armature()
        if finished is None:
            if armature_object is not None and self.previews:
                self.preview.pump(armature_object, PREVIEW_BUDGET)
            return False
        self._is_searching = False
        self.clip = finished.clip
        if armature_object is not None and self.clip is None:  # else it is shown until the motion is written
            self.preview.end(armature_object)
        self._report(finished)
        return True

    def _report(self, finished: Finished) -> None:
        """Sets the outcome, and where a conflict can be seen."""
        if finished.exit_code == EXIT_SOLVED and self._workload.command:
            remember(self._workload, time.monotonic() - self._begun, self.history)
        self.failed = finished.exit_code not in (EXIT_SOLVED, EXIT_CANCELLED)
        self.outcome = outcome(finished.exit_code)
        if finished.complaint is not None:
            self.outcome = self._in_scene(announced_sentence(finished.complaint))
            self.culprit = Place(next(iter(finished.complaint.words.moments), None))
        if self.clip is not None and finished.exit_code == EXIT_SOLVED and not self.clip.provenance.solved:
            self.outcome = blended()
        if self.clip is None and finished.exit_code == EXIT_CANCELLED:
            self.outcome = without_motion()
        elif self.clip is not None and finished.exit_code == EXIT_NO_SOLUTION:
            self.outcome, self.culprit = self._vain or without_solution(self.clip.provenance), Place()
            for worst in self.clip.provenance.violations[:1]:
                self.culprit = worst.place
                self.outcome += f" {deviating(self._in_scene(sentence(worst)))}"
            armature_object = self.find_armature()
            if self.is_attempt and armature_object is not None:
                failure = failure_of(self.clip, armature_object.spacetime.motion.goals, self.frame_of)
                self.line, self.culprit = failure.line, failure.place
        self.outcome = self._with_remarks(self.outcome)
        self.clip_file, self.exit_code = finished.clip_file, finished.exit_code

    def _with_remarks(self, message: str) -> str:
        return " ".join(filter(None, (message, self._about_frames(), self.remark)))

    def _about_frames(self) -> str:
        """Remark if a motion that follows keys was solved at fewer frames than theirs."""
        armature_object = self.find_armature()
        if self.clip is None or not self._workload.is_drawn or armature_object is None:
            return ""
        return about_frames(self.clip.motion.fps, rate_of(armature_object.users_scene[0]))

    def _hear(self, message: Message) -> None:
        if isinstance(message, Progress):
            self.history.append(message)
            self._is_searching = not self.is_stopped
            return
        if isinstance(message, Iterate):
            if self.previews:
                self.preview.offer(message)
            return
        if isinstance(message, Remark):
            self.note, self.remark = message.sentence, f"{self._in_scene(message.sentence)}."
            return
        if not self.is_stopped:  # else it is still stopping
            self.stage = self._in_scene(message.sentence) if isinstance(message, Saying) else message.text
        self._is_searching = self._is_searching and not self.history
        if isinstance(message, Generation):
            self._generation = message
        if isinstance(message, Status | Generation):
            self.figures = message.figures or self.figures

    def _in_scene(self, sentence: Sentence) -> str:
        """The solver's sentence in frames of the timeline."""
        return sentence.text(lambda moment: f"frame {self.frame_of(moment)}")

    def _follow_object(self, seconds: float) -> Work[None]:
        """Samples the object's trajectory, frame by frame."""
        following = FollowedObject(self.place, first_frame=self._first_frame, seconds=seconds)
        while (armature_object := self.find_armature()) is not None:
            if following.go_on(armature_object):
                break
            yield
        self.trajectory = following.way

    def _write_and_show(self) -> Work[None]:
        """Writes the motion to the ghost as one undo step, which is slow in a large file."""
        try:
            written = yield from self._plan()
            self._warn(written.doubts)
            yield from again_after_undo(partial(self._write, written))
        except InputError as error:
            self._end(f"{announced(error)}. The motion was saved in '{self.clip_file}'")
            return
        yield from again_after_undo(self._show)
        yield from push_undo(f"Solve {self.job.name}")

    def _plan(self) -> Work[WrittenMotion]:
        """Reads the armature; a thread computes the channels."""
        assert self.clip is not None
        yield from self._follow_object(self.clip.motion.step * self.clip.n_frames)
        plan = plan_motion(
            self.clip.job,
            self._the_armature(),
            root_motion_bone=self.root_motion_bone,
            place=self.place,
            trajectory=self.trajectory,
            repetitions=TURNS,
            character=self.character,
        )
        self.stage = "Writing the motion"
        own = read_character(self._the_armature()) if follows_drawn(self.clip.job) else None
        written = yield from in_a_thread(partial(written_motion, self.clip, self.clip_file, plan, own))
        return written

    def _warn(self, doubts: tuple[Doubt, ...]) -> None:
        """Sets the outcome of a solved but doubtful motion."""
        if doubts and self.exit_code == EXIT_SOLVED:
            self.outcome = self._with_remarks(doubtful(len(doubts)))

    def _write(self, written: WrittenMotion) -> Work[None]:
        """Writes the channels one by one."""
        assert self.clip is not None
        armature_object = self._the_armature()
        action = begin_action(self.clip.name, armature_object, first_frame=self._first_frame)
        self.action = action.name
        yield from write_curves(self.clip, action, written.channels, armature_object)
        clip_on_action.know(written.data, self.clip)
        clip_on_action.remember(
            bpy.data.actions[self.action], written.data, place=self.place, settings=self.settings,
            trajectory=self.trajectory, is_attempt=self.is_attempt,
            note=self._in_scene(self.note) if self.note is not None else "", variation=self.variation,
        )  # fmt: skip
        if self.character is not None and self.character != self.clip.job.character:
            mark_other_body(bpy.data.actions[self.action])
        keep_doubts(bpy.data.actions[self.action], written.doubts)
        keep_widened(bpy.data.actions[self.action], written.widened)

    def _show(self) -> Work[None]:
        """Shows the motion on the ghost."""
        armature_object = self._the_armature()
        action, former = bpy.data.actions[self.action], bpy.data.actions.get(self.replaces)
        yield from review.proposing(armature_object, action, instead_of=former)
        self.preview.end(armature_object)
        if self._accepts and not self.failed:
            action, constraints = yield from review.accepting(armature_object)
            self.action, self.outcome = action.name, " ".join(filter(None, (self.outcome, constraints)))

    def _the_armature(self) -> bpy.types.Object:
        found = self.find_armature()
        if found is None:
            raise InputError(f"the armature '{self._name}' was deleted, so the motion could not be written")
        return found

    def _end(self, outcome: str) -> None:
        """Ends the solve and removes its process, preview and partial action."""
        self.is_over = True
        if self.process is not None and self.process.finished is None:
            self.process.kill()
        self.outcome, self.failed = outcome, True
        self.exit_code = self.exit_code or EXIT_FAILED
        armature_object, half = self.find_armature(), bpy.data.actions.get(self.action)
        if armature_object is not None:
            self.preview.end(armature_object)
        if half is None or not self.action:
            return
        if armature_object is not None:
            review.remove_take(armature_object, half)
        else:
            bpy.data.actions.remove(half)
