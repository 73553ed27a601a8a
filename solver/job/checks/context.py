"""Context for checks of a job's parts."""

from dataclasses import dataclass
from functools import cached_property

from ...mechanics.tree import Tree
from ...sentence import Moment
from ..frames import frame_count, step_count
from ..job import Job


@dataclass(frozen=True, eq=False)
class Context:
    """A job with its names and counts.

    Attributes:
        job: to check.
        tree: of its character.
    """

    job: Job
    tree: Tree

    @property
    def n_frames(self) -> int:
        """Frames of the whole clip."""
        return frame_count(self.job)

    @property
    def half(self) -> int | None:
        """Frames of a mirrored cycle's first half; None in other clips."""
        cycle = self.job.cycle
        return self.n_frames // 2 if cycle is not None and cycle.mirrored else None

    def moment(self, frame: int) -> Moment:
        """A frame as it appears in messages."""
        return Moment(frame, frame * self.job.timing.length / step_count(self.job))

    @cached_property
    def bodies(self) -> tuple[str, ...]:
        """Names."""
        return tuple(body.name for body in self.job.character.bodies)

    @cached_property
    def contacts(self) -> tuple[str, ...]:
        """Names."""
        return tuple(contact.name for contact in self.job.character.contacts)
