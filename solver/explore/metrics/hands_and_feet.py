"""Distance of the ends of limbs."""

import numpy as np

from ...job.job import Job
from ...mechanics.tree import Tree
from .mass import MassDistance


class HandsAndFeet(MassDistance):
    """Root mean square distance of end bodies with equal weights, with centers of mass aligned [m].

    Args:
        job: whose motions are compared.
    """

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        is_end = ~np.isin(np.arange(len(job.character.bodies)), Tree(job.character).parent)
        self._weights = is_end / np.array([body.mass for body in job.character.bodies])
