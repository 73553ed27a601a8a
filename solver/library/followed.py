"""The motion that a job follows."""

import numpy as np

from ..errors import InputError
from ..job.job import Job
from ..job.objectives.pose_closeness import PoseCloseness
from ..motion.motion import Motion
from ..rotations import continuous_signs


def followed(job: Job) -> Motion:
    """The drawn motion of all bodies, as an open motion.

    Raises:
        InputError: the job follows no motion, or not with all bodies.
    """
    drawn = {
        body.body: body for each in job.objectives if isinstance(each, PoseCloseness) for body in each.bodies
    }
    lost = [body.name for body in job.character.bodies if body.name not in drawn]
    if lost:
        raise InputError(
            f"the job '{job.name}' follows no motion of '{lost[0]}'; expected one of each body",
            field="objectives",
        )
    bodies = [drawn[body.name] for body in job.character.bodies]
    position = np.array([body.positions for body in bodies]).swapaxes(0, 1)
    orientation = np.array([body.orientations for body in bodies]).swapaxes(0, 1)
    return Motion(
        job.character,
        job.timing.length / (len(position) - 1),
        position,
        continuous_signs(orientation),
        drawn_bones=job.drawn_bones,
    )
