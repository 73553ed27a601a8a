"""The motion as the solver sees it now, on the ghost; a thread poses the bones, Blender only takes the values."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

import bpy

from ...solver.errors import InputError
from ...solver.messages import Iterate
from ...solver.motion.armature_motion import (
    ArmaturePlace,
    ArmaturePlan,
    Channel,
    ObjectWay,
    Poses,
    armature_channels,
)
from ...solver.motion.preview import Previewer
from ...solver.problem.job import Job
from ..armature import actions
from ..armature.object_way import Following
from ..armature.write_motion import plan_motion, start_at, write_channels
from ..result import review
from ..result.blend import clear_tracks
from ..result.ghost import ensure_ghost, ghost_of
from ..threads import submit

PREVIEW = "spacetime_preview"  # custom property of an action that must not outlive its solve
Posed = tuple[Poses, tuple[Channel, ...]]


class GhostPreview:
    """Keeps the ghost as new as the last poses that were asked for, a few milliseconds at a time.

    Args:
        place: where the armature stands.
        root_motion_bone: carries the travel along the ground; empty: the root body's own bone.
        first_frame: of the timeline.
    """

    def __init__(self, place: ArmaturePlace, root_motion_bone: str, first_frame: int) -> None:
        self._place, self._root_motion_bone, self._first_frame = place, root_motion_bone, first_frame
        self._newest: tuple[int, Job, Callable[[], Poses]] | None = None
        self._posed: Future[Posed] | None = None
        self._writing: Iterator[None] | None = None
        self._thread = ThreadPoolExecutor(1, "spacetime-preview")
        self.way: ObjectWay | None = None  # of an object that moves by itself
        self.following: Following | None = None  # until that is known
        self.shown = -1  # number of the poses that the ghost shows

    def ask(self, number: int, job: Job, make_poses: Callable[[], Poses]) -> None:
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

    def pump(self, armature_object: bpy.types.Object, budget: float) -> None:
        """Goes on with the newest poses for at most ``budget`` seconds of Blender's time.

        Raises:
            InputError: the poses could not be made.
        """
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
            except InputError:  # a bone that has been renamed; told when the motion is written
                return
            self._posed, self._coming = submit(self._thread, _posed, make_poses, plan), number
        elif self._posed is not None and self._posed.done():
            if self._posed.exception() is not None:
                failed, self._posed = self._posed, None
                failed.result()
            else:
                self._write(armature_object, *self._posed.result(), time.perf_counter() + budget)

    def forget_references(self) -> None:
        """Undo has replaced all of Blender's data."""
        self._writing = None

    def hide(self, armature_object: bpy.types.Object) -> None:
        """Takes the preview off the ghost, as before the file is saved; the next iterate brings it back."""
        self._writing = None
        drop_previews()
        review.show_pending(armature_object)

    def end(self, armature_object: bpy.types.Object) -> None:
        """The solve is over."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self.shown >= 0:
            self.hide(armature_object)

    def _write(
        self,
        armature_object: bpy.types.Object,
        preview: Poses,
        channels: tuple[Channel, ...],
        deadline: float,
    ) -> None:
        if self._writing is None:
            action = _preview_action(armature_object, self._first_frame)
            self._writing = write_channels(preview, action, channels)
        for _ in self._writing:
            if time.perf_counter() > deadline:
                return
        self.shown, self._writing, self._posed = self._coming, None, None


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
        self._previewer: Previewer | None = None

    def offer(self, iterate: Iterate) -> None:
        """An iterate of the solver."""
        self.ask(iterate.iteration, self._job, partial(self._pose, iterate))

    def _pose(self, iterate: Iterate) -> Poses:
        """In the thread."""
        self._previewer = self._previewer or Previewer(self._job)
        return self._previewer.preview(iterate.q)


def _posed(make_poses: Callable[[], Poses], plan: ArmaturePlan) -> Posed:
    """In the thread."""
    poses = make_poses()
    return poses, armature_channels(poses, plan)


def drop_previews() -> None:
    """Removes what is left of previews: of solves that are over, of files saved by another hand."""
    for action in [each for each in bpy.data.actions if each.get(PREVIEW)]:
        bpy.data.actions.remove(action)


def _preview_action(armature_object: bpy.types.Object, first_frame: int) -> bpy.types.Action:
    """The ghost's preview action, made and playing if there is none."""
    ghost = ghost_of(armature_object)
    playing = ghost.animation_data.action if ghost is not None and ghost.animation_data else None
    if playing is not None and playing.get(PREVIEW):
        return playing
    ghost = ensure_ghost(armature_object)
    action = actions.new_action(f"{armature_object.name} (preview)", ghost.name)
    start_at(action, first_frame)
    action[PREVIEW] = True
    if ghost.animation_data:
        clear_tracks(ghost)
    actions.assign(ghost, action)
    return action
