"""What a search for different motions asks of a measure."""

from collections.abc import Sequence
from typing import ClassVar, Protocol

from ...arrays import Array, Indices
from ...job.job import Job
from ...motion.motion import Motion
from ...problem.rows.component import Pattern
from ...problem.state import State
from ...problem.transcription import Transcription


class Distances(Protocol):
    """Squared distances of a motion that is sought from known ones, with exact derivatives: one of each, or several.

    Attributes:
        columns: of the slopes.
        hessian_pattern: lower triangle; places may come twice.
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
        """(3, N, P) of what that leaves out, as of ``Component.point_weights``; None: nothing."""


class Metric(Protocol):
    """How different two motions of a job are.

    Attributes:
        unit: of a distance: "m", "rad", or empty for another.
    """

    unit: ClassVar[str]

    @property
    def plain(self) -> float:
        """A distance that is plain to see, in that unit."""

    def tracked(self, job: Job) -> Job:
        """The job as its problem has to be formulated for ``distances``; it asks for the same motions."""

    def apart(self, a: Motion, b: Motion) -> float:
        """Root mean square distance, in the measure's own unit."""

    def distances(self, transcription: Transcription, motions: Sequence[Motion]) -> Distances:
        """The same, of a motion that is sought."""
