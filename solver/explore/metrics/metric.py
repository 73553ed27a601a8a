"""Interface of measures for the search for different motions."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from ...job.job import Job
from ...motion.motion import Motion
from ...problem.rows.distances import Distances
from ...problem.transcription import Transcription


class Metric(ABC):
    """Measure of the difference between two motions of a job.

    Attributes:
        unit: of a distance: "m", "rad", or empty for another.
    """

    unit: ClassVar[str]

    @property
    @abstractmethod
    def plain(self) -> float:
        """A clearly visible distance, in that unit."""

    def tracked(self, job: Job) -> Job:
        """An equivalent job, formulated for ``distances``; mostly the same."""
        return job

    @abstractmethod
    def apart(self, a: Motion, b: Motion) -> float:
        """Root mean square distance, in the measure's unit."""

    @abstractmethod
    def distances(self, transcription: Transcription, motions: Sequence[Motion]) -> Distances:
        """Distances of a solved motion from others."""
