"""The solver's current motion on the ghost; a thread computes the poses, Blender only stores them."""

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

PREVIEW = "spacetime_preview"  # custom property of an action, and of a hidden ghost, that are removed after the solve
# s of writing the first poses before yielding to Blender, which evaluates all bones again after new curves
FIRST_BUDGET = 0.015
# s to wait for the first poses, which are mostly ready by then, before a redraw without them
FIRST_WAIT = 0.008
UNSEEN = -1  # number of poses that only create the curves
Posed = tuple[Motion, tuple[BoneChannel, ...]]


class GhostPreview:
    """Updates the ghost to the last requested poses, a few milliseconds at a time.

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
        self._copy = self._action = ""  # names of the future ghost and its action
        self._thread = ThreadPoolExecutor(1, "spacetime-preview")
        self.trajectory: ObjectTrajectory | None = None  # of a moving object
        self.following: FollowedObject | None = None  # until ``way`` is known
        self.shown = UNSEEN  # number of the displayed poses

    def ask(self, number: int, job: Job, make_poses: Callable[[], Motion]) -> None:
        """Requests poses that are made in a thread; only the newest are shown, and ``shown`` is then their number."""
        self._newest = number, job, make_poses

    @property
    def is_busy(self) -> bool:
        """Whether the ghost does not show the last requested poses yet."""
        return self._newest is not None or self._posed is not None

    @property
    def is_hurried(self) -> bool:
        """Whether the artist waits for the first poses, or would if they arrived now."""
        return self.shown == UNSEEN and (self.is_busy or self._copying is not None)

    def pump(self, armature_object: bpy.types.Object, budget: float) -> None:
        """Writes the newest poses and creates the ghost for at most ``budget`` seconds.

        Raises:
            InputError: the poses could not be made.
        """
        deadline = time.perf_counter() + budget
        if self.following is not None:
            if not self.following.go_on(armature_object):
                return
            self.trajectory, self.following = self.following.way, None
        if self._posed is None and self._newest is not None:
            number, job, make_poses = self._newest
            self._newest = None
            try:
                plan = plan_motion(
                    job,
                    armature_object,
                    root_motion_bone=self._root_motion_bone,
                    place=self._place,
                    trajectory=self.trajectory,
                )
            except InputError:  # a renamed bone; reported when the motion is written
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
        """Drops references that undo has invalidated."""
        self._writing = self._copying = None

    def hide(self, armature_object: bpy.types.Object) -> None:
        """Removes the preview from the ghost, such as before saving; the next iterate shows it again."""
        self.forget_references()
        drop_previews()
        review.show_pending(armature_object)

    def end(self, armature_object: bpy.types.Object) -> None:
        """Ends the preview after the solve."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self.shown != UNSEEN:
            self.hide(armature_object)
        self.forget_references()
        drop_previews()

    def _copied(self, armature_object: bpy.types.Object, deadline: float) -> bool:
        """Whether there is a ghost or a hidden copy, made in advance."""
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
        """The preview's action, created if needed."""
        found = bpy.data.actions.get(self._action)
        if found is not None and found.get(PREVIEW):
            return found
        action = actions.new_action(f"{armature_object.name} (preview)", armature_object.name)
        start_at(action, self._first_frame)
        action[PREVIEW] = True
        self._action = action.name
        return action

    def _play(self, armature_object: bpy.types.Object) -> None:
        """Shows the ghost and assigns it the preview."""
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
    """Shows the solver's last iterate on the ghost.

    Args:
        job: the one being solved.
        place: transform of its armature.
        root_motion_bone: carries the travel along the ground; empty: the root body's own bone.
        first_frame: of the timeline.
    """

    def __init__(self, job: Job, place: ArmaturePlace, root_motion_bone: str, first_frame: int) -> None:
        super().__init__(place, root_motion_bone, first_frame)
        self._job = job
        self._previewer: Future[Previewer] | None = None
        self._heard = 0  # iterates; numbering restarts for the solve after a timing search

    def begin(self) -> None:
        """Prepares the thread and the curves, and by ``pump`` the ghost, while the solver sets up its problem."""
        self._previewer = submit(self._thread, Previewer, self._job)
        self.ask(UNSEEN, self._job, lambda: self._ready().at_rest())

    def offer(self, iterate: Iterate) -> None:
        """Shows an iterate of the solver."""
        self.ask(self._heard, self._job, partial(self._pose, iterate))
        self._heard += 1

    def _pose(self, iterate: Iterate) -> Motion:
        """Runs in the thread."""
        return self._ready().preview(iterate.q)

    def _ready(self) -> Previewer:
        """Runs in the thread, which has created it before."""
        assert self._previewer is not None
        return self._previewer.result()


def _posed(make_poses: Callable[[], Motion], plan: ArmaturePlan) -> Posed:
    """In the thread."""
    poses = make_poses()
    return poses, armature_channels(poses, plan)


def drop_previews() -> None:
    """Removes leftover previews of ended solves and of files saved otherwise."""
    for action in [each for each in bpy.data.actions if each.get(PREVIEW)]:
        bpy.data.actions.remove(action)
    for copy in [each for each in bpy.data.objects if each.get(PREVIEW)]:
        bpy.data.objects.remove(copy)
