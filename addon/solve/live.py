"""Live: the ghost follows the artist's edits, such as a dragged target or a slider.

The scene is read again when Blender reports a change, and occasionally, since it does not report all. There is one edit
at a time: the next one waits for the predictor of the previous one, and then supersedes it. When the artist pauses, the
motion becomes a take, which replaces the last one from Live.
"""

import time
from collections import deque
from collections.abc import Collection
from functools import partial
from itertools import count
from pathlib import Path

import bpy

from ...solver.analysis.departure import follows_drawn
from ...solver.commands.request import KeepRequest, LiveRequest
from ...solver.errors import InputError
from ...solver.job.job import Job
from ...solver.sentence import Sentence
from .. import preferences
from ..announcement import announced, announced_sentence
from ..blender.frame_rate import rate_of
from ..blender.nla import played_actions
from ..blender.object_trajectory import FollowedObject
from ..blender.rest_pose import place_of
from ..blender.session_number import object_of
from ..blender.units import world_matrix
from ..interface.sentence import worded
from ..motion.first_frame import first_frame_of
from ..motion.read_scene import read_job
from ..runtime import event_loop
from ..runtime.event_loop import After, Work
from ..runtime.resident import ResidentTask
from . import session
from .comparison import Comparison
from .fetched_clip import FetchedClip
from .live_edit import LiveEdit
from .live_keys import LiveKeys
from .live_preview import UNSEEN, GhostPreview
from .silence import silence_message
from .solver_process import resident
from .solving import Solve

PERIOD, HURRIED_PERIOD = 0.02, 0.01  # s between steps: when idle, until the ghost has followed
LOOK = 0.1  # s between readings of a scene while Blender reports no change
SHARE = 0.25  # largest share of Blender's time for reading a scene that changes all the time
SELDOM = 10.0  # factor of the time between readings of an unchanged scene
PREVIEW_BUDGET = 0.006  # s of moving the ghost before yielding to Blender
PAUSE = 0.4  # s without an edit until the motion becomes a take
SECOND = 1.0  # s over which displayed motions are counted
FOLDERS = 4  # used in turn, so that no clip is written while it is read


class Live:
    """Follows one character at a time."""

    def __init__(self) -> None:
        self._followed: int | None = None  # session number of the armature
        self._numbers, self._n_orders = count(), count()
        self._forget()

    def _forget(self) -> None:
        self._wanted: Job | None = None  # as the scene was last read
        self._asked: Job | None = None  # of the last task
        self._keys = LiveKeys()
        self._edit: LiveEdit | None = None
        self._preview: GhostPreview | None = None
        self._stand: object = None  # transform of the armature and first frame of the preview
        self._writing: Solve | None = None  # turns the motion into a take
        self._comparison: Comparison | None = None  # of that motion
        self._take = ""  # name of the last written action
        self._refusal = self._complaint = ""
        self._is_touched, self._is_undone, self._may_keep = True, False, True
        self._is_held = False
        self._looked_at = self._reading = self._changed_at = self._spent = 0.0
        self._folder: Path | None = None
        self._shown: deque[float] = deque()

    @property
    def is_on(self) -> bool:
        """Whether a character is followed."""
        return self._followed is not None

    @property
    def is_busy(self) -> bool:
        """Whether the ghost does not show the scene as last read yet."""
        is_solved = self._wanted is not None and self._asked is self._wanted and self._edit is None
        is_read = not (self._is_touched or self._keys.is_reading)
        return self.is_on and (not is_read or self._is_writing or not (is_solved or self._refusal))

    @property
    def is_compared(self) -> bool:
        """Whether the comparison of the last take with a solve from scratch has ended."""
        return self._comparison is not None and self._comparison.is_over

    def start(self, armature_object: bpy.types.Object) -> None:
        """Begins to follow a character.

        Raises:
            InputError: its motion cannot be followed.
        """
        reason = why_not_live(armature_object)
        if reason:
            raise InputError(reason)
        self.stop()
        self._followed = armature_object.session_uid
        event_loop.start(self._work(), on_error=self._give_up, owner=self, holds_data=False)
        self._show_state()

    def stop(self) -> None:
        """Stops following and removes a motion on the ghost that is not a take."""
        self.leave()
        event_loop.drop(self)
        self._followed = None
        self._forget()
        self._show_state()

    def touch(self) -> None:
        """Reports a change of the scene."""
        self._is_touched = True

    def touch_actions(self, names: Collection[str]) -> None:
        """Reports that keys of actions have changed or are shown for the first time."""
        armature_object = self.find_armature()
        if armature_object is not None and not played_actions(armature_object).isdisjoint(names):
            self._keys.touch()

    def hold(self, *, held: bool) -> None:
        """Suspends pauses while the mouse button is held; a pause begins with its release."""
        self._is_held, self._changed_at = held, time.monotonic()

    def leave(self) -> None:
        """Leaves the ghost to another motion, such as the take of this one."""
        if self._edit is not None:
            self._edit.task.cancel()
        if self._comparison is not None:
            self._comparison.task.cancel()
        armature_object, preview = self.find_armature(), self._preview
        self._edit = self._preview = self._comparison = None
        if preview is not None and armature_object is not None:
            preview.end(armature_object)

    def hide_preview(self) -> None:
        """Hides a motion that is not a take from saved files and undo steps."""
        armature_object = self.find_armature()
        if self._preview is not None and armature_object is not None and self._preview.shown != UNSEEN:
            self._preview.hide(armature_object)

    def forget_references(self) -> None:
        """Drops references that undo has invalidated; its changes are shown without a new undo step."""
        if self._preview is not None:
            self._preview.forget_references()
        self._keys.forget_references()
        self._is_touched = self._is_undone = True

    def find_armature(self) -> bpy.types.Object | None:
        """The armature, even if renamed."""
        if self._followed is None:
            return None
        found = object_of(self._followed)
        return found if found is not None and len(found.users_scene) else None

    @property
    def _is_writing(self) -> bool:
        return self._writing is not None and not self._writing.is_over

    def _work(self) -> Work[None]:
        while (armature_object := self.find_armature()) is not None:
            if session.current() is None:
                self._turn(armature_object)
            self._show_state()
            yield After(HURRIED_PERIOD if self.is_busy else PERIOD)
        self.stop()

    def _turn(self, armature_object: bpy.types.Object) -> None:
        if self._writing is not None:
            self._take, self._writing = self._writing.action, None
            self._compare()
        self._look(armature_object)
        self._order()
        preview = self._preview_of(armature_object)
        if self._edit is not None:
            self._edit.offer(preview, self._numbers)
            self._hear_the_end(self._edit)
        if self._comparison is not None:
            self._comparison.hear()
        before = preview.shown
        preview.pump(armature_object, PREVIEW_BUDGET)
        if preview.shown != before:
            self._shown.append(time.monotonic())
            event_loop.redraw()
        self._keep(armature_object, preview)

    def _preview_of(self, armature_object: bpy.types.Object) -> GhostPreview:
        """Preview of the character at its current transform."""
        first_frame = self._first_frame(armature_object)
        bone = armature_object.spacetime.motion.root_motion_bone
        stand = (world_matrix(armature_object).tolist(), first_frame, bone)
        if self._preview is None or stand != self._stand:
            if self._preview is not None:
                self._preview.end(armature_object)
            place = place_of(armature_object)
            self._preview, self._stand = GhostPreview(place, bone, first_frame), stand
            seconds = armature_object.spacetime.motion.length
            self._preview.following = FollowedObject(place, first_frame=first_frame, seconds=seconds)
        return self._preview

    def _look(self, armature_object: bpy.types.Object) -> None:
        """Reads the scene if it has or may have changed; keys take several steps."""
        if not self._keys.is_reading:
            if not self._may_look():
                return
            self._is_touched, self._spent = False, 0.0
        began, was_touched = time.monotonic(), self._is_touched
        try:
            self._refusal = why_not_live(armature_object)
            job = None if self._refusal else self._read(armature_object)
        except InputError as error:
            self._refusal, job = announced(error), None
        self._is_touched = was_touched  # visiting frames is not a change
        self._looked_at = time.monotonic()
        self._spent += self._looked_at - began
        if self._keys.is_reading:
            return
        self._reading, was_undone, self._is_undone = self._spent, self._is_undone, False
        if job is not None and job != self._wanted:
            self._wanted, self._changed_at, self._may_keep = job, self._looked_at, not was_undone

    def _may_look(self) -> bool:
        """Whether the scene has or may have changed, and was not read just before."""
        since, patience = time.monotonic() - self._looked_at, self._reading / SHARE
        return since >= (patience if self._is_touched else max(LOOK, SELDOM * patience)) and not _is_playing()

    def _read(self, armature_object: bpy.types.Object) -> Job | None:
        """The job; None while keys are being read."""
        scene = armature_object.users_scene[0]
        if not armature_object.spacetime.motion.sketch.use:
            return read_job(armature_object, scene)
        is_there = self._keys.go_on(armature_object)
        return read_job(armature_object, scene, sketch=self._keys.sketch) if is_there else None

    def _first_frame(self, armature_object: bpy.types.Object) -> int:
        """Frame of the timeline at which the motion begins."""
        sketch = self._keys.sketch if armature_object.spacetime.motion.sketch.use else None
        return first_frame_of(armature_object, armature_object.users_scene[0], sketch)

    def _order(self) -> None:
        """Sends the newest edit to the solver, once the previous one is answered."""
        job, edit = self._wanted, self._edit
        if job is None or job is self._asked or (edit is not None and not edit.is_answered):
            return
        if self._folder is None or not self._folder.is_dir():  # old ones are deleted
            self._folder = preferences.new_job_folder()
        k, passed = next(self._n_orders) % FOLDERS, edit or self._comparison
        task = resident().order(
            LiveRequest(job=f"edit{k}.json", out=f"edit{k}"),
            self._folder,
            files={f"edit{k}.json": job},
            silence_timeout=preferences.silence_timeout(),
            supersedes=passed.task.id if passed is not None else "",
        )
        self._edit, self._asked, self._comparison = LiveEdit(job, task), job, None

    def _compare(self) -> None:
        """Compares the motion that became a take with a solve from scratch."""
        if self._asked is self._wanted and self._folder is not None:
            timeout = preferences.silence_timeout()
            self._comparison = Comparison(resident(), self._folder, timeout)

    def _hear_the_end(self, edit: LiveEdit) -> None:
        """Sets the message about an edit that has ended; one without a motion is dropped."""
        if not edit.is_over:
            return
        complaint = edit.complaint
        self._complaint = "" if complaint is None else self._in_scene(announced_sentence(complaint))
        if edit.clip is None:
            self._edit = None

    def _keep(self, armature_object: bpy.types.Object, preview: GhostPreview) -> None:
        """Turns the motion into a take when the artist pauses, as one undo step."""
        edit, since = self._edit, time.monotonic() - self._changed_at
        if (
            edit is None
            or edit.clip is None
            or edit.job is not self._wanted
            or preview.is_busy
            or self._is_held
            or since < PAUSE
        ):
            return
        clip, self._edit = edit.clip, None
        if self._may_keep:
            self._preview = None  # the ghost shows it until the take is written
            begin = self._order_kept if follows_drawn(edit.job) else partial(FetchedClip, lambda: clip)
            self._writing = session.start_keeping(
                armature_object, edit.job, begin, replaces=self._take,
                first_frame=self._first_frame(armature_object),
            )  # fmt: skip

    def _order_kept(self) -> ResidentTask:
        """Requests the motion with the forces missing in its keys, which edits omit."""
        assert self._folder is not None
        timeout = preferences.silence_timeout()
        return resident().order(KeepRequest(out="kept"), self._folder, files={}, silence_timeout=timeout)

    def _in_scene(self, sentence: Sentence) -> str:
        """The solver's sentence in frames of the timeline."""
        armature_object = self.find_armature()
        assert armature_object is not None
        scene = armature_object.users_scene[0]
        first, fps = self._first_frame(armature_object), rate_of(scene)
        return sentence.text(lambda moment: f"frame {round(first + moment.seconds * fps)}")

    def _give_up(self, sentence: str) -> None:
        """Ends Live because of an internal error."""
        self.stop()
        run = bpy.context.window_manager.spacetime
        run.error, run.error_line = sentence, ""

    def _show_state(self) -> None:
        """Sets what panels draw, only if it is new, because Blender reports every change."""
        run, problem = bpy.context.window_manager.spacetime, self._refusal or self._complaint
        new = (self.is_on, problem or self._words() if self.is_on else "", bool(problem))
        if (run.is_live, run.live_text, run.live_failed) != new:
            run.is_live, run.live_text, run.live_failed = new
            event_loop.redraw_panels()

    def _words(self) -> str:
        """Status for the panel."""
        silence = (
            silence_message(self._edit.task.silence)
            if self._edit is not None and not self._edit.is_over
            else ""
        )
        if silence:
            return silence
        now = time.monotonic()
        while self._shown and now - self._shown[0] > SECOND:
            self._shown.popleft()
        if self._edit is not None and not self._edit.is_over and not self._shown:
            return worded("Live: finding the motion")
        if self._comparison is not None and self._comparison.words:
            return self._comparison.words
        count = len(self._shown)
        return worded("Live: {count} per second", count=count) if count > 1 else "Live"


def why_not_live(armature_object: bpy.types.Object) -> str:
    """Empty when a character's motion can follow its edits."""
    motion = armature_object.spacetime.motion
    is_simulated = any(scene.rigidbody_world is not None for scene in armature_object.users_scene)
    if is_simulated and any(goal.use and goal.kind == "FOLLOW" for goal in motion.goals):
        return (
            "Live cannot follow a moving target beside rigid bodies; disable the goals of type Follow Target"
        )
    return ""


def _is_playing() -> bool:
    """Whether Blender plays the timeline, which may move targets."""
    return any(window.screen.is_animation_playing for window in bpy.context.window_manager.windows)


live = Live()  # the only instance
