"""Interface of measures for the search for different motions."""

from collections.abc import Sequence
from typing import ClassVar, Protocol

from ...arrays import Array, Indices
from ...job.job import Job
from ...motion.motion import Motion
from ...problem.rows.component import Pattern
from ...problem.state import State
from ...problem.transcription import Transcription


class Distances(Protocol):
    """Squared distances of a solved motion from J known ones, with exact derivatives.

    Attributes:
        columns: of the slopes.
        hessian_pattern: lower triangle, possibly with duplicate entries.
    """

    columns: Indices
    hessian_pattern: Pattern

    def values(self, state: State) -> Array:
        """(J,) d^2."""

    def slopes(self, state: State) -> Array:
        """(J, columns) values at ``columns``."""

    def hessian(self, state: State, factors: Array) -> Array:
        """Values at ``hessian_pattern`` of sum_j factor_j d_j^2, for factors (J,)."""

    def point_weights(self, state: State, factors: Array) -> Array | None:
        """(3, N, P) that complete ``hessian``, see ``Component.point_weights``; None: nothing."""


class Metric(Protocol):
    """Measure of the difference between two motions of a job.

    Attributes:
        unit: of a distance: "m", "rad", or empty for another.
    """

    unit: ClassVar[str]

    @property
    def plain(self) -> float:
        """A clearly visible distance, in that unit."""

    def tracked(self, job: Job) -> Job:
        """An equivalent job, formulated for ``distances``."""

    def apart(self, a: Motion, b: Motion) -> float:
        """Root mean square distance, in the measure's unit."""

    def distances(self, transcription: Transcription, motions: Sequence[Motion]) -> Distances:
        """Distances of a solved motion from others."""
