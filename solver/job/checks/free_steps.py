"""Check of a job whose steps between frames are to be unknowns."""

import numpy as np

from ...errors import InputError
from ..job import Job
from ..objectives.pose_closeness import PoseCloseness
from ..schedule import contact_schedule
from ..surfaces import Plate


def check_free_steps(job: Job) -> None:
    """Checks that a valid job has no parts that are only defined at given times.

    Raises:
        InputError: naming the field.
    """
    moving = [k for k, surface in enumerate(job.surfaces, start=1) if isinstance(surface, Plate)]
    schedule = contact_schedule(job)
    if np.isin(schedule.surface[schedule.touches], moving).any():
        raise InputError("timings by gradient do not support contacts on moving bodies", field="job.surfaces")
    for k, objective in enumerate(job.objectives):
        if isinstance(objective, PoseCloseness):
            raise InputError(
                f"timings by gradient do not support '{objective.kind}'; "
                "expected a search that solves each try, such as cma_es",
                field=f"job.objectives[{k}]",
            )
