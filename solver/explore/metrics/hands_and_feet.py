"""Distance of the ends of limbs."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ...job.job import Job
from ...mechanics.tree import Tree
from ...motion.motion import Motion
from ...problem.rows.mass_distance import MassDistances
from ...problem.transcription import Transcription
from ..distance import counted_frames, drawn, mass_distance
from .mass import PLAIN


class HandsAndFeet:
    """Root mean square distance of the bodies that carry no other, each counting the same, centers of mass aligned [m].

    Args:
        job: whose motions are compared.
    """

    unit: ClassVar[str] = "m"
    plain = PLAIN

    def __init__(self, job: Job) -> None:
        character = job.character
        tree = Tree(character)
        is_end = ~np.isin(np.arange(len(character.bodies)), tree.parent)
        mass = np.array([body.mass for body in character.bodies])
        self._job, self._weights, self._frames = job, is_end / mass, counted_frames(job)

    def tracked(self, job: Job) -> Job:
        """The same: it needs nothing besides."""
        return job

    def apart(self, a: Motion, b: Motion) -> float:
        """Of two motions [m]."""
        return mass_distance(a, b, self._weights, self._frames)

    def distances(self, transcription: Transcription, motions: Sequence[Motion]) -> MassDistances:
        """Of one that is sought."""
        return MassDistances(transcription, [drawn(each, self._job, self._weights) for each in motions])
