"""Squared accelerations of joints and root."""

import numpy as np

from ...arrays import Array, Indices
from ...job.objectives.acceleration import Acceleration
from ..rest_shares import rest_shares
from ..transcription import Transcription
from .squares import CONSTANT, ByStep, Squares, entries

SMOOTH_TIME = 0.035  # s; an acceleration of 1 rad (or m) per SMOOTH_TIME^2 costs 1 per second


def squares(objective: Acceleration, transcription: Transcription) -> Squares:
    """SMOOTH_TIME^2 ((q(t+1) - q(t)) / h+ - (q(t) - q(t-1)) / h-) / sqrt(h), for every dynamic frame."""
    tree, middle = transcription.tree, transcription.timeline.dynamic + 1
    n_turns, n_roots = np.count_nonzero(tree.rotation), len(tree.roots)
    frame = np.concatenate([np.repeat(middle, n_turns), np.tile(np.repeat(middle, 3), n_roots)])
    scale = SMOOTH_TIME**2 / transcription.timeline.step**1.5
    before, here, after = (
        _positions(transcription, middle + offset, sign * scale)
        for offset, sign in ((-1, 1.0), (0, -1.0), (1, 1.0))
    )
    parts = (after, here, here, before)
    links = [frame[part.row] + pair for part, pair in zip(parts, (0, 0, -1, -1), strict=True)]
    row, column = (np.concatenate([getattr(p, name) for p in parts]) for name in ("row", "column"))
    value = np.concatenate([p.value for p in parts]) * np.sqrt(_acts(transcription))[row]
    by_step = ByStep(np.stack([frame - 1, frame], -1), np.full(len(frame), -1), np.concatenate(links))
    return Squares(row, column, value, np.zeros(len(frame)), by_step)


def _acts(transcription: "Transcription") -> Array:
    """(R,) duration of each row's acceleration in steps."""
    tree, shares = transcription.tree, rest_shares(transcription)[transcription.timeline.dynamic]
    turns = np.flatnonzero(tree.rotation)
    shifts = [np.repeat(shares[:, body], 3) for body, _ in tree.roots]
    return np.concatenate([shares[:, tree.body[turns]].ravel(), *shifts])


def _positions(transcription: "Transcription", frames: Indices, factor: float) -> Squares:
    """Factor times angles, ordered by frame, then times world translations, ordered by root."""
    timeline, tree, length = transcription.timeline, transcription.tree, transcription.variables.length
    turns, q = np.flatnonzero(tree.rotation), transcription.index[frames]
    row = np.arange(len(frames) * len(turns)).reshape(len(frames), -1)
    blocks = [(row, q[:, turns], factor * transcription.sign[frames][:, turns])]
    turn, way = timeline.placement.turn[frames], timeline.shift_slope[frames] * len(length)
    for k, ((_, shifts), base) in enumerate(zip(tree.roots, transcription.kinematics.root_base, strict=True)):
        at = row.size + 3 * len(frames) * k + np.arange(3 * len(frames)).reshape(-1, 3)
        fixed = turn @ base + timeline.placement.shift[frames] - way
        blocks += [
            (at[:, :, None], q[:, None, shifts], factor * (turn @ tree.axis[shifts].T)),
            (at, np.array(CONSTANT), factor * fixed),
            *((at, index, factor * way) for index in length),
        ]
    return entries(*blocks, target=np.empty(0))
