"""The motion as the solver sees it now, on the ghost; a thread poses the bones, Blender only takes the values."""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import bpy

from ..solver.errors import InputError
from ..solver.messages import Iterate
from ..solver.motion.armature_motion import ArmaturePlace, ArmaturePlan, Channel, Poses, armature_channels
from ..solver.motion.preview import Previewer
from ..solver.problem.job import Job
from . import actions, review
from .blend import clear_tracks
from .ghost import ensure_ghost, ghost_of
from .write_motion import plan_motion, start_at, write_channels

PREVIEW = "spacetime_preview"  # custom property of an action that must not outlive its solve
Posed = tuple[Poses, tuple[Channel, ...]]


class LivePreview:
    """Keeps the ghost as new as the solver's last word, a few milliseconds at a time.

    Args:
        job: that is being solved.
        place: where its armature stood.
        root_motion_bone: carries the travel along the ground; empty: the root body's own bone.
        first_frame: of the timeline.
    """

    def __init__(self, job: Job, place: ArmaturePlace, root_motion_bone: str, first_frame: int) -> None:
        self._job, self._place, self._root_motion_bone = job, place, root_motion_bone
        self._first_frame = first_frame
        self._newest: Iterate | None = None
        self._previewer: Previewer | None = None
        self._posed: Future[Posed] | None = None
        self._writing: Iterator[None] | None = None
        self._thread = ThreadPoolExecutor(1, "spacetime-preview")
        self.shown = -1  # iteration that the ghost shows

    def offer(self, iterate: Iterate) -> None:
        """An iterate of the solver; only the newest is ever shown."""
        self._newest = iterate

    def pump(self, armature_object: bpy.types.Object, budget: float) -> None:
        """Goes on with the newest iterate for at most ``budget`` seconds of Blender's time."""
        if self._posed is None and self._newest is not None:
            try:
                plan = plan_motion(
                    self._job, armature_object, root_motion_bone=self._root_motion_bone, place=self._place
                )
            except InputError:  # a bone that has been renamed; told when the motion is written
                self._newest = None
                return
            self._posed = self._thread.submit(self._pose, self._newest, plan)
            self._coming, self._newest = self._newest.iteration, None
        elif self._posed is not None and self._posed.done():
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

    def _pose(self, iterate: Iterate, plan: ArmaturePlan) -> Posed:
        """In the thread."""
        self._previewer = self._previewer or Previewer(self._job)
        preview = self._previewer.preview(iterate.q)
        return preview, armature_channels(preview, plan)

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
