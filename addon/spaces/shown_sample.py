"""The sample of a space that a ghost shows."""

from functools import partial

import bpy

from ...solver.errors import InputError
from ...solver.job.job import Job
from ...solver.store.sample_table import SOLVED, SampleRow
from ..announcement import announced
from ..blender.object_trajectory import FollowedObject
from ..blender.rest_pose import place_of
from ..blender.session_number import object_of
from ..motion.first_frame import first_frame_of
from ..runtime.event_loop import After, Work, redraw
from ..solve.live_preview import PREVIEW, GhostPreview
from .solved_space import SolvedSpace
from .space_state import SpaceState

PERIOD = 0.02  # s between checks of the thread's poses
WRITE_BUDGET = 0.006  # s of writing before yielding to Blender


class ShownSample:
    """The ghost of one character while it shows samples of one space.

    Args:
        state: of the space.
        character: of the ghost; one of several if the space has them.
        job: of the space's first sample.
        scene: with the timeline.
    """

    def __init__(
        self, state: SpaceState, character: bpy.types.Object, job: Job, scene: bpy.types.Scene
    ) -> None:
        self.state, self.number = state, character.session_uid
        self.row: SampleRow | None = None
        start, place = first_frame_of(character, scene), place_of(character)
        self._preview = GhostPreview(place, character.spacetime.motion.root_motion_bone, start)
        seconds = job.timing.free.longest if job.timing.free else job.timing.length
        self._preview.following = FollowedObject(place, first_frame=start, seconds=seconds)

    @property
    def name(self) -> str:
        """Name of the requested sample."""
        return self.row.name if self.row is not None else ""

    @property
    def is_attempt(self) -> bool:
        """Whether the sample has no solution, so that the ghost shows its closest attempt."""
        return self.row is not None and self.row.state != SOLVED

    @property
    def character(self) -> bpy.types.Object | None:
        """Character of the ghost; None if it was deleted."""
        return object_of(self.number)

    @property
    def is_busy(self) -> bool:
        """Whether the ghost does not show the last request yet."""
        return self._preview.is_busy and self.character is not None

    def is_on_ghost(self, character: bpy.types.Object) -> bool:
        """Whether the ghost still plays the preview, which the end of a solve removes."""
        ghost = character.spacetime.ghost
        playing = ghost.animation_data.action if ghost is not None and ghost.animation_data else None
        return playing is not None and bool(playing.get(PREVIEW))

    def ask(self, solved: SolvedSpace, row: SampleRow) -> None:
        """Requests a sample on the ghost."""
        self.row = row
        self._preview.ask(row.index, solved.job, partial(solved.poses, row))

    def pump(self) -> None:
        """One short step."""
        character = self.character
        if character is not None:
            try:
                self._preview.pump(character, WRITE_BUDGET)
            except InputError as problem:  # the clip was deleted meanwhile
                self.state.error = announced(problem)

    def work(self) -> Work[None]:
        """Continues until the ghost shows the last request."""
        while self.is_busy:
            self.pump()
            redraw()
            yield After(PERIOD)

    def end(self) -> None:
        """Removes the sample from the ghost permanently."""
        character = self.character
        if character is not None:
            self._preview.end(character)
        self.hide()

    def hide(self) -> None:
        """Removes the sample from the ghost until the next request."""
        character = self.character
        if character is not None:
            self._preview.hide(character)

    def forget_references(self) -> None:
        """Drops references that undo has invalidated."""
        self._preview.forget_references()
