"""Squared changes of muscle torque."""

from dataclasses import replace

import numpy as np

from ...job.objectives.torque_change import TorqueChange
from ..transcription import Transcription
from .squares import ByStep, Squares, entries

RISE_TIME = 0.2  # s; about the time in which people reach most of their strength (Maffiuletti et al. 2016)


def squares(objective: TorqueChange, transcription: Transcription) -> Squares:
    """RISE_TIME (torque(t+1) - torque(t)) / limit / sqrt(h), for every muscle and pair of dynamic frames."""
    timeline, variables, tree = transcription.timeline, transcription.variables, transcription.tree
    torque, muscles, mirror = variables.torque, variables.actuated, timeline.mirror
    now = np.arange(len(torque) if timeline.cycle else len(torque) - 1)
    then, sign = torque[(now + 1) % len(torque)], np.ones((len(now), len(muscles)))
    if mirror is not None:  # the next half begins with the other side's torques
        then[-1] = torque[0, np.searchsorted(muscles, mirror.dofs[muscles])]
        sign[-1] = mirror.sign[muscles]
    limit = tree.effort_limit[muscles] / transcription.force_scale
    scale = RISE_TIME / limit / np.sqrt(timeline.step)
    row = np.arange(then.size).reshape(then.shape)
    rows = entries((row, torque[now], -scale), (row, then, scale * sign), target=np.zeros(row.size))
    frame = np.repeat(timeline.dynamic[now], len(muscles)) + 1  # extended
    power = np.full(row.size, -1)
    return replace(rows, by_step=ByStep(np.stack([frame] * 2, -1), power, np.full(len(rows.row), -1)))
