"""Live: the ghost follows the artist's edits, as a target that is dragged or a slider.

The scene is read again when Blender reports a change, and now and then, since it does not report all. There is one edit
at a time: the next one waits for the predictor of the one before, and then supersedes it. Where the artist pauses, the
motion becomes a take, in place of the last one that was found so.
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
from .silence import told_silence
from .solver_process import resident
from .solving import Solve

PERIOD, HURRIED_PERIOD = 0.02, 0.01  # s between turns: while nothing is edited, until the ghost has followed
LOOK = 0.1  # s between two looks at a scene while Blender reports no change
SHARE = 0.25  # of Blender's time, at most, for reading a scene that changes all the time
SELDOM = 10.0  # times as long between looks at a scene that rests
PREVIEW_BUDGET = 0.006  # s of moving the ghost before Blender may breathe
PAUSE = 0.4  # s without an edit, after which the motion becomes a take
SECOND = 1.0  # over which motions shown are counted
FOLDERS = 4  # that take turns, so that no clip is written while it is read


class Live:
    """Follows one character of this Blender at a time."""

    def __init__(self) -> None:
        self._followed: int | None = None  # session number of the armature
        self._numbers, self._n_orders = count(), count()
        self._forget()

    def _forget(self) -> None:
        self._wanted: Job | None = None  # as the scene was last read
        self._asked: Job | None = None  # of the last order
        self._keys = LiveKeys()
        self._edit: LiveEdit | None = None
        self._preview: GhostPreview | None = None
        self._stand: object = None  # of the armature and the motion's first frame when the preview was made
        self._writing: Solve | None = None  # which makes a take of the motion
        self._comparison: Comparison | None = None  # of that motion
        self._take = ""  # the action that was written last
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
        """Whether the ghost is not yet as the scene was last read."""
        is_solved = self._wanted is not None and self._asked is self._wanted and self._edit is None
        is_read = not (self._is_touched or self._keys.is_reading)
        return self.is_on and (not is_read or self._is_writing or not (is_solved or self._refusal))

    @property
    def is_compared(self) -> bool:
        """Whether it is known how the last take compares with what a solve from scratch finds, as far as it will be."""
        return self._comparison is not None and self._comparison.is_over

    def start(self, armature_object: bpy.types.Object) -> None:
        """Follows a character from now on.

        Raises:
            InputError: something of its motion cannot be followed.
        """
        reason = why_not_live(armature_object)
        if reason:
            raise InputError(reason)
        self.stop()
        self._followed = armature_object.session_uid
        event_loop.start(self._work(), on_error=self._give_up, owner=self, holds_data=False)
        self._show_state()

    def stop(self) -> None:
        """Follows nobody any more; a motion on the ghost that is no take goes."""
        self.leave()
        event_loop.drop(self)
        self._followed = None
        self._forget()
        self._show_state()

    def touch(self) -> None:
        """Something in the scene has changed."""
        self._is_touched = True

    def touch_actions(self, names: Collection[str]) -> None:
        """Keys of some actions have changed, or have been shown for the first time."""
        armature_object = self.find_armature()
        if armature_object is not None and not played_actions(armature_object).isdisjoint(names):
            self._keys.touch()

    def hold(self, *, held: bool) -> None:
        """While the artist holds something, a hand at rest is no pause; a pause begins with its release."""
        self._is_held, self._changed_at = held, time.monotonic()

    def leave(self) -> None:
        """Somebody else shows a motion on the ghost, and be it the take that this one has become."""
        if self._edit is not None:
            self._edit.task.cancel()
        if self._comparison is not None:
            self._comparison.task.cancel()
        armature_object, preview = self.find_armature(), self._preview
        self._edit = self._preview = self._comparison = None
        if preview is not None and armature_object is not None:
            preview.end(armature_object)

    def hide_preview(self) -> None:
        """No motion that is no take is to be in a file, or in undo's way."""
        armature_object = self.find_armature()
        if self._preview is not None and armature_object is not None and self._preview.shown != UNSEEN:
            self._preview.hide(armature_object)

    def forget_references(self) -> None:
        """Undo has replaced all of Blender's data; what it has changed is shown, but is no new step of undo."""
        if self._preview is not None:
            self._preview.forget_references()
        self._keys.forget_references()
        self._is_touched = self._is_undone = True

    def find_armature(self) -> bpy.types.Object | None:
        """The armature, under whatever name it has now."""
        if self._followed is None:
            return None
        found = next((each for each in bpy.data.objects if each.session_uid == self._followed), None)
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
        """Of the character where it stands now."""
        first_frame = self._first_frame(armature_object)
        bone = armature_object.spacetime.motion.root_motion_bone
        stand = (armature_object.matrix_world.copy(), first_frame, bone)
        if self._preview is None or stand != self._stand:
            if self._preview is not None:
                self._preview.end(armature_object)
            place = place_of(armature_object)
            self._preview, self._stand = GhostPreview(place, bone, first_frame), stand
            seconds = armature_object.spacetime.motion.length
            self._preview.following = FollowedObject(place, first_frame=first_frame, seconds=seconds)
        return self._preview

    def _look(self, armature_object: bpy.types.Object) -> None:
        """Reads the scene if it has changed, or may have; keys take several turns."""
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
        self._is_touched = was_touched  # frames that were visited are no change
        self._looked_at = time.monotonic()
        self._spent += self._looked_at - began
        if self._keys.is_reading:
            return
        self._reading, was_undone, self._is_undone = self._spent, self._is_undone, False
        if job is not None and job != self._wanted:
            self._wanted, self._changed_at, self._may_keep = job, self._looked_at, not was_undone

    def _may_look(self) -> bool:
        """Whether the scene has changed, or may have, and was not read a moment ago."""
        since, patience = time.monotonic() - self._looked_at, self._reading / SHARE
        return since >= (patience if self._is_touched else max(LOOK, SELDOM * patience)) and not _is_playing()

    def _read(self, armature_object: bpy.types.Object) -> Job | None:
        """What is asked for; None while keys are still being read."""
        scene = armature_object.users_scene[0]
        if not armature_object.spacetime.motion.sketch.use:
            return read_job(armature_object, scene)
        is_there = self._keys.go_on(armature_object)
        return read_job(armature_object, scene, sketch=self._keys.sketch) if is_there else None

    def _first_frame(self, armature_object: bpy.types.Object) -> int:
        """Of the timeline at which the motion begins."""
        sketch = self._keys.sketch if armature_object.spacetime.motion.sketch.use else None
        return first_frame_of(armature_object, armature_object.users_scene[0], sketch)

    def _order(self) -> None:
        """Hands the newest edit to the solver, once the one before has been answered."""
        job, edit = self._wanted, self._edit
        if job is None or job is self._asked or (edit is not None and not edit.is_answered):
            return
        if self._folder is None or not self._folder.is_dir():  # old ones are swept away
            self._folder = preferences.new_job_folder()
        k, passed = next(self._n_orders) % FOLDERS, edit or self._comparison
        task = resident(bpy.context).order(
            LiveRequest(job=f"edit{k}.json", out=f"edit{k}"),
            self._folder,
            given={f"edit{k}.json": job},
            silence_timeout=preferences.silence_timeout(bpy.context),
            supersedes=passed.task.id if passed is not None else "",
        )
        self._edit, self._asked, self._comparison = LiveEdit(job, task), job, None

    def _compare(self) -> None:
        """Asks whether the motion that has become a take is what a solve from scratch would find."""
        if self._asked is self._wanted and self._folder is not None:
            timeout = preferences.silence_timeout(bpy.context)
            self._comparison = Comparison(resident(bpy.context), self._folder, timeout)

    def _hear_the_end(self, edit: LiveEdit) -> None:
        """What the panel says of an edit that is over; without a motion there is nothing more to do with it."""
        if not edit.is_over:
            return
        complaint = edit.complaint
        self._complaint = "" if complaint is None else self._in_scene(announced_sentence(complaint))
        if edit.clip is None:
            self._edit = None

    def _keep(self, armature_object: bpy.types.Object, preview: GhostPreview) -> None:
        """Makes a take of the motion when the artist pauses; it is one undo step."""
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
            self._preview = None  # the ghost shows it until the take is there
            begin = self._order_kept if follows_drawn(edit.job) else partial(FetchedClip, lambda: clip)
            self._writing = session.start_keeping(
                bpy.context, armature_object, edit.job, begin, replaces=self._take,
                first_frame=self._first_frame(armature_object),
            )  # fmt: skip

    def _order_kept(self) -> ResidentTask:
        """Asks for the motion with what force is missing in its keys, which edits do without."""
        assert self._folder is not None
        timeout = preferences.silence_timeout(bpy.context)
        return resident(bpy.context).order(
            KeepRequest(out="kept"), self._folder, given={}, silence_timeout=timeout
        )

    def _in_scene(self, sentence: Sentence) -> str:
        """The solver's sentence in the frames of the artist's timeline."""
        armature_object = self.find_armature()
        assert armature_object is not None
        scene = armature_object.users_scene[0]
        first, fps = self._first_frame(armature_object), rate_of(scene)
        return sentence.told(lambda moment: f"frame {round(first + moment.seconds * fps)}")

    def _give_up(self, sentence: str) -> None:
        """A fault of ours."""
        self.stop()
        run = bpy.context.window_manager.spacetime
        run.error, run.error_line = sentence, ""

    def _show_state(self) -> None:
        """What panels draw, written only where it is new: Blender reports every change."""
        run, problem = bpy.context.window_manager.spacetime, self._refusal or self._complaint
        new = (self.is_on, problem or self._words() if self.is_on else "", bool(problem))
        if (run.is_live, run.live_text, run.live_failed) != new:
            run.is_live, run.live_text, run.live_failed = new
            event_loop.redraw_panels()

    def _words(self) -> str:
        """How it goes."""
        silence = (
            told_silence(self._edit.task.silence) if self._edit is not None and not self._edit.is_over else ""
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
    """Whether Blender plays the timeline, on which targets may move."""
    return any(window.screen.is_animation_playing for window in bpy.context.window_manager.windows)


live = Live()  # of this Blender
