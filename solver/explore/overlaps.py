"""Bodies that pass through each other in a motion."""

from dataclasses import replace

import numpy as np

from ..job.constraints.apart import Apart, NoSelfIntersection
from ..job.job import Job
from ..problem.constraints.apart import ApartRows
from ..problem.state import State
from ..problem.transcription import transcribe

NOTICED = 0.2  # of the contact function: they overlap by a tenth of their sizes, as limbs are slimmer than ellipsoids


class Overlaps:
    """Which bodies of a job's motions overlap, of those that can meet: see ``NoSelfIntersection``.

    Args:
        job: of the motions.
    """

    def __init__(self, job: Job) -> None:
        self._bodies = job.character.bodies
        self._rows = ApartRows(transcribe(replace(job, constraints=(*job.constraints, NoSelfIntersection()))))

    def pairs(self, state: State) -> tuple[Apart, ...]:
        """What would keep those apart that overlap at any frame, the deepest overlap first."""
        depth = self._rows.lower - self._rows.values(state)
        deep = np.flatnonzero(depth > NOTICED)
        pairs = [self._rows.bodies_of(int(row)) for row in deep[np.argsort(-depth[deep])]]
        return tuple(Apart(self._bodies[a].name, self._bodies[b].name) for a, b in dict.fromkeys(pairs))
