"""Distance of the mass of bodies."""

from collections.abc import Sequence
from typing import ClassVar

from ...job.job import Job
from ...motion.motion import Motion
from ...problem.rows.mass_distance import MassDistances
from ...problem.transcription import Transcription
from ..distance import body_weights, counted_frames, drawn, mass_distance
from .metric import Metric

PLAIN = 0.1  # m


class MassDistance(Metric):
    """Root mean square distance of the bodies' mass, centers of mass aligned at every frame [m].

    Args:
        job: whose motions are compared.
        bodies: see ``body_weights``.
        limbs: see ``body_weights``.

    Raises:
        InputError: there is no such body.
    """

    unit: ClassVar[str] = "m"
    plain = PLAIN

    def __init__(self, job: Job, bodies: Sequence[str] = (), limbs: float | None = None) -> None:
        self._job, self._frames = job, counted_frames(job)
        self._weights = body_weights(job, bodies, limbs)

    def apart(self, a: Motion, b: Motion) -> float:
        """Distance of two motions [m]."""
        return mass_distance(a, b, self._weights, self._frames)

    def distances(self, transcription: Transcription, motions: Sequence[Motion]) -> MassDistances:
        """Distances of a solved motion from others."""
        return MassDistances(transcription, [drawn(each, self._job, self._weights) for each in motions])
