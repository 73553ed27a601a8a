"""Squared distance from the preferred angles."""

import numpy as np

from ...job.objectives.posture import Posture
from ..transcription import Transcription
from .squares import Squares, entries, over_time

LIGHT = 0.007  # 1/rad^2; posture only decides what effort leaves undetermined


def squares(objective: Posture, transcription: Transcription) -> Squares:
    """sqrt(LIGHT h) (q - preferred) for every angle and frame; times sqrt(upright) for the root's."""
    tree = transcription.tree
    turns = np.flatnonzero(tree.rotation & (~tree.root_turns | (tree.body == tree.order[0])))
    index = transcription.variables.q[:, turns]
    row = np.arange(index.size).reshape(index.shape)
    scale = np.sqrt(
        LIGHT
        * transcription.timeline.step
        * np.where(tree.body[turns] == tree.order[0], objective.upright, 1.0)
    )
    target = np.broadcast_to(scale * transcription.tree.preferred[turns], index.shape).ravel()
    return over_time(
        entries((row, index, scale), target=target), np.repeat(np.arange(len(row)), row.shape[1])
    )
