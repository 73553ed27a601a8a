"""Squared changes of the ground forces."""

from dataclasses import replace

import numpy as np

from ...job.objectives.force_change import ForceChange
from ..transcription import Transcription
from .squares import Pace, Squares, entries

CHANGE_TIME = 0.04  # s; a force that grows by one body weight in this time costs 1 per second


def squares(objective: ForceChange, transcription: Transcription) -> Squares:
    """CHANGE_TIME (F(t+1) - F(t)) / sqrt(h), for every contact, direction and pair of frames."""
    timeline, variables = transcription.timeline, transcription.variables
    pairs = timeline.pairs
    n_contacts = len(transcription.job.character.contacts)
    index = np.full((timeline.n_frames, n_contacts), -1)
    index[variables.force_frame, variables.force_contact] = np.arange(len(variables.force))
    scale = CHANGE_TIME * transcription.force_scale / transcription.body_weight / np.sqrt(timeline.step)
    row = np.arange(len(pairs) * n_contacts * 3).reshape(len(pairs), n_contacts, 3)
    now = index[pairs]
    then = index[timeline.source[pairs + 2][:, None], timeline.source_contact[pairs + 2]]
    turn = timeline.placement.turn[pairs + 2]
    p, c = np.nonzero(now >= 0)
    before = (row[p, c], variables.force[now[p, c]], -scale)
    p, c = np.nonzero(then >= 0)
    carried = timeline.carrier[pairs[p], c] >= 0  # axes that turn with the body need no turn
    onward = np.where(carried[:, None, None], np.eye(3), turn[p])
    after = (row[p, c][:, :, None], variables.force[then[p, c]][:, None, :], scale * onward)
    found = entries(before, after, target=np.zeros(row.size))
    jumps = (now >= 0) != (then >= 0)
    # which of the two frames has a jump's force
    frame = np.where(now >= 0, pairs[:, None], timeline.source[pairs + 2][:, None])
    spans = np.where(jumps[..., None], np.stack([frame, frame + 1], -1), (pairs + 1)[:, None, None])
    power = np.where(jumps, 2, -1)
    pace = Pace(np.repeat(spans.reshape(-1, 2), 3, axis=0), np.repeat(power, 3), np.full(len(found.row), -1))
    return replace(found, pace=pace)
