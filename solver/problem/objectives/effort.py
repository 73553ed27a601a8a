"""Squared muscle torques relative to their strength."""

from fnmatch import fnmatchcase

import numpy as np

from ...arrays import Array
from ...job.objectives.effort import Effort
from ..rest_shares import rest_shares
from ..transcription import Transcription
from .squares import Squares, entries, over_time


def squares(objective: Effort, transcription: Transcription) -> Squares:
    """Sqrt(h joint weight) torque / limit, for every muscle and dynamic frame; h: duration of the torque."""
    variables = transcription.variables
    acts = rest_shares(transcription)[transcription.timeline.dynamic][
        :, transcription.tree.body[variables.actuated]
    ]
    limit = transcription.tree.effort_limit[variables.actuated] / transcription.force_scale
    row = np.arange(variables.torque.size).reshape(variables.torque.shape)
    value = (
        np.sqrt(transcription.timeline.step * acts * _of_dofs(objective, transcription)[variables.actuated])
        / limit
    )
    squares = entries((row, variables.torque, value), target=np.zeros(row.size))
    return over_time(squares, np.repeat(transcription.timeline.dynamic, row.shape[1]))


def _of_dofs(objective: Effort, transcription: Transcription) -> Array:
    """(n,) joint weights; in a mirrored cycle, means of both sides, because these alternate."""
    names, mirror = transcription.tree.names, transcription.timeline.mirror
    weights = np.ones(len(names))
    for joint in objective.joints:
        meant = [
            i for i, name in enumerate(names)
            if fnmatchcase(name, joint.dofs) and transcription.tree.effort_limit[i] > 0
        ]  # fmt: skip
        weights[meant] = joint.weight
    return weights if mirror is None else (weights + weights[mirror.dofs]) / 2
