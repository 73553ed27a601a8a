"""The solver's current motion on the ghost; a thread poses the bones, Blender only takes the values."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial

import bpy

from ...solver.errors import InputError
from ...solver.formats.armature_motion import (
    ArmaturePlace,
    ArmaturePlan,
    BoneChannel,
    ObjectTrajectory,
    armature_channels,
)
from ...solver.formats.preview import Previewer
from ...solver.job.job import Job
from ...solver.messages import Iterate
from ...solver.motion.motion import Motion
from ..blender import actions
from ..blender.object_trajectory import FollowedObject
from ..blender.write_motion import plan_motion, start_at, write_channels
from ..result import review
from ..result.blend import clear_tracks
from ..result.ghost import ensure_ghost, ghost_of, making_bare_copy, show_copy
from ..runtime.event_loop import Work
from ..runtime.threads import submit

PREVIEW = (
    "spacetime_preview"  # custom property of an action, and of a ghost yet unseen, that outlive no solve
)
# s of writing the first poses before Blender may breathe: it works all bones out anew whenever there are new curves
FIRST_BUDGET = 0.015
# s for the first poses, which are mostly ready by then: else the window is drawn once without them
FIRST_WAIT = 0.008
UNSEEN = -1  # number of poses that only make the curves ready
Posed = tuple[Motion, tuple[BoneChannel, ...]]


class GhostPreview:
    """Keeps the ghost as new as the last poses that were asked for, a few milliseconds at a time.

    Args:
        place: where the armature stands.
        root_motion_bone: carries the travel along the ground; empty: the root body's own bone.
        first_frame: of the timeline.
    """

    def __init__(self, place: ArmaturePlace, root_motion_bone: str, first_frame: int) -> None:
        self._place, self._root_motion_bone, self._first_frame = place, root_motion_bone, first_frame
        self._newest: tuple[int, Job, Callable[[], Motion]] | None = None
        self._posed: Future[Posed] | None = None
        self._writing: Iterator[None] | None = None
        self._copying: Work[bpy.types.Object] | None = None
        self._copy = self._action = ""  # names of what will be the ghost, and of what it will play
        self._thread = ThreadPoolExecutor(1, "spacetime-preview")
        self.way: ObjectTrajectory | None = None  # of an object that moves by itself
        self.following: FollowedObject | None = None  # until that is known
        self.shown = UNSEEN  # number of the poses that the ghost shows

    def ask(self, number: int, job: Job, make_poses: Callable[[], Motion]) -> None:
        """Poses that a thread makes; only the newest are ever shown.

        Args:
            number: that ``shown`` will be.
            job: whose character moves.
            make_poses: called in the thread.
        """
        self._newest = number, job, make_poses

    @property
    def is_busy(self) -> bool:
        """Whether the ghost is not yet as it was last asked for."""
        return self._newest is not None or self._posed is not None

    @property
    def is_hurried(self) -> bool:
        """Whether the artist waits for the first poses, or would if they came now."""
        return self.shown == UNSEEN and (self.is_busy or self._copying is not None)

    def pump(self, armature_object: bpy.types.Object, budget: float) -> None:
        """Goes on with the newest poses, and with the ghost, for at most ``budget`` seconds of Blender's time.

        Raises:
            InputError: the poses could not be made.
        """
        deadline = time.perf_counter() + budget
        if self.following is not None:
            if not self.following.go_on(armature_object):
                return
            self.way, self.following = self.following.way, None
        if self._posed is None and self._newest is not None:
            number, job, make_poses = self._newest
            self._newest = None
            try:
                plan = plan_motion(
                    job,
                    armature_object,
                    root_motion_bone=self._root_motion_bone,
                    place=self._place,
                    way=self.way,
                )
            except InputError:  # a bone that has been renamed; reported when the motion is written
                return
            self._posed, self._coming = submit(self._thread, _posed, make_poses, plan), number
            if self.is_hurried and number != UNSEEN:
                wait([self._posed], FIRST_WAIT)
        has_ghost = self._copied(armature_object, deadline)
        if self._posed is not None and self._posed.done():
            if self._posed.exception() is not None:
                failed, self._posed = self._posed, None
                failed.result()
            elif has_ghost:
                first = time.perf_counter() + FIRST_BUDGET
                self._write(armature_object, *self._posed.result(), first if self.is_hurried else deadline)

    def forget_references(self) -> None:
        """Undo has replaced all of Blender's data."""
        self._writing = self._copying = None

    def hide(self, armature_object: bpy.types.Object) -> None:
        """Takes the preview off the ghost, as before the file is saved; the next iterate brings it back."""
        self.forget_references()
        drop_previews()
        review.show_pending(armature_object)

    def end(self, armature_object: bpy.types.Object) -> None:
        """The solve is over."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self.shown != UNSEEN:
            self.hide(armature_object)
        self.forget_references()
        drop_previews()

    def _copied(self, armature_object: bpy.types.Object, deadline: float) -> bool:
        """Whether there is a ghost, or a copy that can be shown as one at once, made before it is wanted."""
        if ghost_of(armature_object) is not None or self._whole_copy() is not None:
            return True
        self._copying = self._copying or making_bare_copy(armature_object, mark=PREVIEW)
        try:
            while time.perf_counter() < deadline:
                next(self._copying)
        except StopIteration as end:
            self._copying, self._copy = None, end.value.name
        return self._copying is None

    def _whole_copy(self) -> bpy.types.Object | None:
        found = bpy.data.objects.get(self._copy)
        return found if found is not None and found.get(PREVIEW) else None

    def _write(
        self,
        armature_object: bpy.types.Object,
        preview: Motion,
        channels: tuple[BoneChannel, ...],
        deadline: float,
    ) -> None:
        if self._writing is None:
            self._writing = write_channels(preview, self._own_action(armature_object), channels)
        for _ in self._writing:
            if time.perf_counter() > deadline:
                return
        if self._coming != UNSEEN:
            self._play(armature_object)
        self.shown, self._writing, self._posed = self._coming, None, None

    def _own_action(self, armature_object: bpy.types.Object) -> bpy.types.Action:
        """The preview's action, made if there is none."""
        found = bpy.data.actions.get(self._action)
        if found is not None and found.get(PREVIEW):
            return found
        action = actions.new_action(f"{armature_object.name} (preview)", armature_object.name)
        start_at(action, self._first_frame)
        action[PREVIEW] = True
        self._action = action.name
        return action

    def _play(self, armature_object: bpy.types.Object) -> None:
        """The ghost is seen, if it was not yet, and plays the preview."""
        copy, action = self._whole_copy(), self._own_action(armature_object)
        if copy is not None:
            del copy[PREVIEW]
            show_copy(armature_object, copy)
        ghost = ensure_ghost(armature_object)
        if ghost.animation_data is None or ghost.animation_data.action != action:
            if ghost.animation_data:
                clear_tracks(ghost)
            actions.assign(ghost, action)


class LivePreview(GhostPreview):
    """The ghost shows the solver's last word.

    Args:
        job: that is being solved.
        place: where its armature stood.
        root_motion_bone: carries the travel along the ground; empty: the root body's own bone.
        first_frame: of the timeline.
    """

    def __init__(self, job: Job, place: ArmaturePlace, root_motion_bone: str, first_frame: int) -> None:
        super().__init__(place, root_motion_bone, first_frame)
        self._job = job
        self._previewer: Future[Previewer] | None = None
        self._heard = 0  # iterates; those of a search for timings and of the solve after it are numbered anew

    def begin(self) -> None:
        """Gets all ready while the solver sets up its problem: the thread, the curves, and by ``pump`` the ghost."""
        self._previewer = submit(self._thread, Previewer, self._job)
        self.ask(UNSEEN, self._job, lambda: self._ready().at_rest())

    def offer(self, iterate: Iterate) -> None:
        """An iterate of the solver."""
        self.ask(self._heard, self._job, partial(self._pose, iterate))
        self._heard += 1

    def _pose(self, iterate: Iterate) -> Motion:
        """In the thread."""
        return self._ready().preview(iterate.q)

    def _ready(self) -> Previewer:
        """In the thread, which has made it before."""
        assert self._previewer is not None
        return self._previewer.result()


def _posed(make_poses: Callable[[], Motion], plan: ArmaturePlan) -> Posed:
    """In the thread."""
    poses = make_poses()
    return poses, armature_channels(poses, plan)


def drop_previews() -> None:
    """Removes what is left of previews: of solves that are over, of files saved by another hand."""
    for action in [each for each in bpy.data.actions if each.get(PREVIEW)]:
        bpy.data.actions.remove(action)
    for copy in [each for each in bpy.data.objects if each.get(PREVIEW)]:
        bpy.data.objects.remove(copy)
