"""Squared changes of the ground forces."""

from dataclasses import replace

import numpy as np

from ...arrays import Array, Indices
from ...job.objectives.force_change import ForceChange
from ..transcription import Transcription
from .squares import ByStep, Squares, entries

CHANGE_TIME = 0.04  # s; a force that grows by one body weight in this time costs 1 per second
LEAP = 30.0  # factor for an instantaneous difference from the force of the motion that is joined


def squares(objective: ForceChange, transcription: Transcription) -> Squares:
    """CHANGE_TIME (F(t+1) - F(t)) / sqrt(h), for every contact, direction and pair of frames.

    At the ends of an open clip, only given frames have forces; if these are given without forces, changes to or from
    them do not count. At the innermost given frame, whose force depends on the solved frames, the row is
    LEAP CHANGE_TIME (F(t) - F'(t)) / sqrt(h), with F' the force of the motion that is joined.
    """
    timeline, variables = transcription.timeline, transcription.variables
    pairs = timeline.pairs
    n_contacts = len(transcription.job.character.contacts)
    index = np.full((timeline.n_frames, n_contacts), -1)
    index[variables.force_frame, variables.force_contact] = np.arange(len(variables.force))
    scale = CHANGE_TIME * transcription.force_scale / transcription.body_weight / np.sqrt(timeline.step)
    row = np.arange(len(pairs) * n_contacts * 3).reshape(len(pairs), n_contacts, 3)
    following = timeline.source[pairs + 2]
    now = index[pairs]
    then = index[following[:, None], timeline.source_contact[pairs + 2]]
    silent = [end.outermost for end in transcription.given if end.forces is None]
    counts = ~(np.isin(pairs, silent) | np.isin(following, silent))[:, None]
    turn = timeline.placement.turn[pairs + 2]
    p, c = np.nonzero((now >= 0) & counts)
    before = (row[p, c], variables.force[now[p, c]], -scale)
    p, c = np.nonzero((then >= 0) & counts)
    carried = timeline.carrier[pairs[p], c] >= 0  # forces are already in axes that turn with the body
    onward = np.where(carried[:, None, None], np.eye(3), turn[p])
    after = (row[p, c][:, :, None], variables.force[then[p, c]][:, None, :], scale * onward)
    given = _given_forces(transcription)  # constants, and therefore targets
    target = scale * (np.nan_to_num(given[pairs]) - np.nan_to_num(given[following]))
    seam, there, seam_forces = _seams(transcription)
    beside = (target.size + np.arange(seam_forces.size).reshape(seam_forces.shape), seam, LEAP * scale)
    rows = entries(before, after, beside, target=np.append(target, LEAP * scale * seam_forces))
    is_given = ~np.isnan(given[pairs, :, 0]) | ~np.isnan(given[following, :, 0])
    jumps = ((now >= 0) != (then >= 0)) & ~is_given
    # index of the frame of the pair with a jump's force
    frame = np.where(now >= 0, pairs[:, None], following[:, None])
    spans = np.where(jumps[..., None], np.stack([frame, frame + 1], -1), (pairs + 1)[:, None, None])
    power = np.where(jumps, 2, -1)
    spans = np.concatenate([spans.reshape(-1, 2), np.stack([there, there + 1], -1)])
    power = np.append(power, np.full(len(there), 2))
    by_step = ByStep(np.repeat(spans, 3, axis=0), np.repeat(power, 3), np.full(len(rows.row), -1))
    return replace(rows, by_step=by_step)


def _seams(transcription: Transcription) -> tuple[Indices, Indices, Array]:
    """(K, 3) unknown forces at seams, (K,) frames, (K, 3) forces of the joined motion in units of force_scale."""
    variables, targets = transcription.variables, np.zeros(transcription.variables.force.shape)
    is_seam = np.zeros(len(targets), bool)
    for end in transcription.given:
        if end.seam is not None:
            here = variables.force_frame == end.innermost
            push = end.seam[variables.force_contact[here]] / transcription.force_scale
            targets[here] = np.einsum("krc,kr->kc", transcription.plane_turn[here], push)
            is_seam |= here
    return variables.force[is_seam], variables.force_frame[is_seam], targets[is_seam]


def _given_forces(transcription: Transcription) -> Array:
    """(N, C, 3) forces of given frames in the touched planes' axes, in units of force_scale; else NaN."""
    timeline = transcription.timeline
    given = np.full((timeline.n_frames, timeline.active.shape[1], 3), np.nan)
    turns = np.array([plane.turn for plane in transcription.planes])
    for end in transcription.given:
        if end.forces is not None:
            turn = turns[timeline.surface[end.outermost]]
            given[end.outermost] = np.einsum("crm,cr->cm", turn, end.forces) / transcription.force_scale
    return given
