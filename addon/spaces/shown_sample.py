"""The sample of a space that a ghost shows."""

from functools import partial

import bpy

from ...solver.errors import InputError
from ...solver.motion.sample_table import SOLVED, SampleRow
from ...solver.problem.job import Job
from ..announcement import announced
from ..armature.object_way import Following
from ..armature.rest_pose import place_of
from ..motion.first_frame import first_frame_of
from ..solve.live_preview import PREVIEW, GhostPreview
from .desk import Desk
from .movers import object_of
from .solved_space import SolvedSpace

WRITE_BUDGET = 0.006  # s of writing before Blender may breathe


class ShownSample:
    """The ghost of one character, as long as it shows samples of one space.

    Args:
        desk: of whose space.
        mover: whose ghost; one of several characters where the space has them.
        job: of the space's first sample.
        scene: on whose timeline it plays.
    """

    def __init__(self, desk: Desk, mover: bpy.types.Object, job: Job, scene: bpy.types.Scene) -> None:
        self.desk, self.number = desk, mover.session_uid
        self.row: SampleRow | None = None
        start, place = first_frame_of(mover, scene), place_of(mover)
        self._preview = GhostPreview(place, mover.spacetime.motion.root_motion_bone, start)
        seconds = job.timing.free.longest if job.timing.free else job.timing.length
        self._preview.following = Following(place, first_frame=start, seconds=seconds)

    @property
    def name(self) -> str:
        """Of the sample that the artist asks for."""
        return self.row.name if self.row is not None else ""

    @property
    def is_attempt(self) -> bool:
        """Whether that has no solution, and the ghost shows the best attempt at it."""
        return self.row is not None and self.row.state != SOLVED

    @property
    def mover(self) -> bpy.types.Object | None:
        """Whose ghost it is; None once the character is deleted."""
        return object_of(self.number)

    @property
    def is_busy(self) -> bool:
        """Whether the ghost is not yet as it was last asked for."""
        return self._preview.is_busy and self.mover is not None

    def is_on_ghost(self, mover: bpy.types.Object) -> bool:
        """Whether the ghost plays a preview still; the end of a solve takes it off."""
        ghost = mover.spacetime.ghost
        playing = ghost.animation_data.action if ghost is not None and ghost.animation_data else None
        return playing is not None and bool(playing.get(PREVIEW))

    def ask(self, solved: SolvedSpace, row: SampleRow) -> None:
        """The ghost shall show that sample."""
        self.row = row
        self._preview.ask(row.place, solved.job, partial(solved.poses, row))

    def pump(self) -> None:
        """One short step."""
        mover = self.mover
        if mover is not None:
            try:
                self._preview.pump(mover, WRITE_BUDGET)
            except InputError as problem:  # the clip has been deleted meanwhile
                self.desk.error = announced(problem)

    def end(self) -> None:
        """Takes the sample off the ghost for good."""
        mover = self.mover
        if mover is not None:
            self._preview.end(mover)
        self.hide()

    def hide(self) -> None:
        """Takes the sample off the ghost until it is asked for again."""
        mover = self.mover
        if mover is not None:
            self._preview.hide(mover)

    def forget_references(self) -> None:
        """Undo has replaced all of Blender's data."""
        self._preview.forget_references()
