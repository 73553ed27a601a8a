"""Closeness to joint angles, in addition to that of bodies in the world.

With bodies alone, a trunk may twist while limbs twist back.
"""

from dataclasses import replace

import numpy as np

from ..arrays import Flags
from ..job.job import Job
from ..job.objectives.sketch import SketchCloseness, SketchedCoordinate
from ..mechanics.tree import Tree
from ..motion.motion import Motion

SHARE = (
    1.5  # times the closeness of bodies; less leaves loops of dogs 3 degrees away, more takes more iterations
)


def with_joints(job: Job, guess: Motion, *, closeness: float, bodies: Flags | None = None) -> Job:
    """The job with additional closeness to a motion's joint angles.

    Args:
        job: that follows the motion, possibly with different joint axes.
        guess: the motion.
        closeness: of the job to the motion's bodies.
        bodies: (B,) whose joints count; None: all.
    """
    tree = Tree(job.character)
    angles = replace(guess, character=job.character).coordinates
    own = tree.rotation & ~tree.root_turns & (True if bodies is None else bodies[tree.body])
    drawn = tuple(
        SketchedCoordinate(tree.names[i], tuple(angles[:, i].tolist())) for i in np.flatnonzero(own)
    )
    if not drawn:
        return job
    return replace(job, objectives=(*job.objectives, SketchCloseness(drawn, weight=SHARE * closeness)))
