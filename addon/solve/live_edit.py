"""One edit of the artist on its way through the solver that stays."""

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any

from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ...solver.formats.preview import Previewer
from ...solver.job.job import Job
from ...solver.messages import Iterate
from ...solver.motion.motion import Motion
from ..runtime.resident import ResidentTask
from .live_preview import GhostPreview


class LiveEdit:
    """A job as it was after an edit, and what the solver says of it.

    Args:
        job: that the edit has left.
        task: its order to the solver.

    Attributes:
        is_answered: whether its predictor has come, or its end: the next edit may supersede it.
    """

    def __init__(self, job: Job, task: ResidentTask) -> None:
        self.job, self.task = job, task
        self.is_answered = False

    @property
    def clip(self) -> Clip | None:
        """Its motion, once that is found."""
        return self.task.finished.clip if self.task.finished is not None else None

    @property
    def complaint(self) -> InputError | None:
        """Why there is no motion."""
        return self.task.finished.complaint if self.task.finished is not None else None

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to come."""
        return self.task.finished is not None

    def offer(self, preview: GhostPreview, numbers: Iterator[int]) -> None:
        """Shows what has come since the last look.

        Args:
            preview: that shows it.
            numbers: of the poses.
        """
        if self.is_over:
            return
        for message in self.task.pump():
            if isinstance(message, Iterate):
                self.is_answered = True
                preview.ask(next(numbers), self.job, partial(self._posed, message.q))
        if self.is_over:
            self.is_answered = True
            if self.clip is not None:
                preview.ask(next(numbers), self.job, partial(_motion_of, self.clip))

    def _posed(self, q: Any) -> Motion:
        """In the preview's thread."""
        return self._previewer.preview(q)

    @cached_property
    def _previewer(self) -> Previewer:
        return Previewer(self.job)


def _motion_of(clip: Clip) -> Motion:
    return clip.motion
