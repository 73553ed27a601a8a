"""One edit of the artist in the resident solver."""

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
    """The job after an edit, and the solver's messages about it.

    Args:
        job: after the edit.
        task: of the solver.

    Attributes:
        is_answered: whether its predictor has arrived or it has ended, so that the next edit may supersede it.
    """

    def __init__(self, job: Job, task: ResidentTask) -> None:
        self.job, self.task = job, task
        self.is_answered = False

    @property
    def clip(self) -> Clip | None:
        """Its motion, once found."""
        return self.task.finished.clip if self.task.finished is not None else None

    @property
    def complaint(self) -> InputError | None:
        """Why there is no motion."""
        return self.task.finished.complaint if self.task.finished is not None else None

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.task.finished is not None

    def offer(self, preview: GhostPreview, numbers: Iterator[int]) -> None:
        """Shows what has arrived since the last call."""
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
        """Runs in the preview's thread."""
        return self._previewer.preview(q)

    @cached_property
    def _previewer(self) -> Previewer:
        return Previewer(self.job)


def _motion_of(clip: Clip) -> Motion:
    return clip.motion
