"""Distance of the mass of bodies, of which arms and head cannot be the most."""

from collections.abc import Sequence

from ...job.job import Job
from ...motion.motion import Motion
from ...problem.rows.mass_distance import MassDistances
from ...problem.transcription import Transcription
from ..distance import body_weights, drawn, mass_distance
from .mass import MassDistance

ALONE = 0.55  # of the distance of all mass: how far trunk and legs alone differ at least


class WholeBody(MassDistance):
    """The distance of all mass, but at most that of the bodies besides limbs that touch nothing over ALONE [m].

    Arms and heads are cheap to swing wide; weighted less, all differences shrink, while this leaves them theirs.

    Args:
        job: whose motions are compared.
    """

    def __init__(self, job: Job) -> None:
        super().__init__(job, limbs=1.0)
        self._besides = body_weights(job, limbs=0.0)

    def apart(self, a: Motion, b: Motion) -> float:
        """Of two motions [m]."""
        return min(super().apart(a, b), mass_distance(a, b, self._besides, self._frames) / ALONE)

    def distances(self, transcription: Transcription, motions: Sequence[Motion]) -> MassDistances:
        """Of one that is sought: of all mass, then of the bodies besides."""
        drawn_motions = [
            drawn(each, self._job, weights) for weights in (self._weights, self._besides) for each in motions
        ]
        factors = [factor for factor in (1.0, ALONE**-2) for _ in motions]
        return MassDistances(transcription, drawn_motions, factors)
