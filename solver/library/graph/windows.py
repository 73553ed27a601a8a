"""Windows of the frames of many motions, compressed so that all pairs of them can be compared.

A frame's points about their common center and the path of that center determine the distance of windows (cloud.py),
because the cross terms vanish. Both are compressed by principal components, first frames, then windows. Complex
components rotate with the points, so the distance remains invariant to position and heading.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import AnyArray, Array, Complex, Flags, Indices
from ...motion.pieces import piece
from ...motion.world_motion import WorldMotion
from ..cloud import Cloud, body_points
from ..touches import PRICE, disagreement
from .frames import first_frames

ROUGH = 0.002  # m; root mean square error of each compression
BLOCK = 512  # windows whose distances to all others are in memory at a time


@dataclass(frozen=True, eq=False)
class Windows:
    """All windows of L frames of several motions.

    Attributes:
        length: L.
        cloud: their points, compressed, in single precision.
        touching: (W, L C) which contacts touch.
        motion: (W,) index of each window's motion.
        frame: (W,) its first frame in that motion.
        earlier: (W,) the window one frame earlier, or itself if there is none.
        later: (W,) the window one frame later, likewise.
    """

    length: int
    cloud: Cloud
    touching: Flags
    motion: Indices
    frame: Indices
    earlier: Indices
    later: Indices

    def costs(self, windows: Indices) -> Array:
        """(K, W) distance of windows to all others, plus the price of contacts that disagree [m]."""
        some = Cloud(self.cloud.level[windows], self.cloud.height[windows], self.cloud.mean[windows])
        return some.distances(self.cloud) + PRICE * disagreement(self.touching[windows], self.touching)

    def minima(self, max_cost: float) -> tuple[Indices, Indices, Array]:
        """Pairs (K,), (K,) that are local minima of at most ``max_cost``, also across seams of cycles; costs (K,).

        Windows of one motion that share a frame are not paired.
        """
        found = []
        for first in range(0, len(self.frame), BLOCK):
            block = np.arange(first, min(first + BLOCK, len(self.frame)))
            wanted = np.unique(np.concatenate([self.earlier[block], block, self.later[block]]))
            cost = self.costs(wanted)
            i, j = np.nonzero(cost <= max_cost)
            mine = wanted[i]
            counts = (mine >= block[0]) & (mine <= block[-1]) & ~self._overlap(mine, j)
            i, j, mine = i[counts], j[counts], mine[counts]
            value, is_least = cost[i, j], np.ones(len(i), bool)
            for near in (self.earlier[mine], mine, self.later[mine]):
                beside = np.searchsorted(wanted, near)
                for column in (self.earlier[j], j, self.later[j]):
                    is_least &= value <= cost[beside, column]
            found.append((mine[is_least], j[is_least], value[is_least]))
        rows, columns, costs = zip(*found, strict=True) if found else ((), (), ())
        none = np.empty(0, np.intp)
        return (
            np.concatenate([none, *rows]),
            np.concatenate([none, *columns]),
            np.concatenate([np.empty(0), *costs]),
        )

    def moves(self, first: Indices, second: Indices) -> tuple[Complex, Complex]:
        """Turns e^(i yaw) (K,) and shifts x + i y (K,) [m] that take second windows nearest to first ones."""
        cloud = self.cloud
        turn = np.einsum("kp,kp->k", cloud.level[first], cloud.level[second].conj())
        turn /= np.where(turn == 0, 1.0, abs(turn))
        return turn, cloud.mean[first] - turn * cloud.mean[second]

    def _overlap(self, first: Indices, second: Indices) -> Flags:
        """(K,) whether two windows share a frame."""
        last = np.full(self.motion.max() + 1, -1)
        np.maximum.at(last, self.motion, self.frame)
        count = last[self.motion[first]] + 1
        apart = abs(self.frame[first] - self.frame[second])
        closes = self.later[first] != first
        around = np.where(closes, np.minimum(apart, count - apart), apart)
        return np.asarray((self.motion[first] == self.motion[second]) & (around < self.length))


def windows(motions: Sequence[WorldMotion], length: int) -> Windows:
    """All windows of ``length`` frames; cycles have some across their seam, and shorter motions have none.

    The motions are of one character and step.
    """
    closes = np.array([motion.cycle is not None for motion in motions])
    whole = [piece(m, 0, m.n_frames + (length - 1 if m.cycle is not None else 0)) for m in motions]
    counts = np.array([max(motion.n_frames - length + 1, 0) for motion in whole])
    owner = np.repeat(np.arange(len(motions)), counts)
    first = np.cumsum(counts) - counts
    frame = np.arange(len(owner)) - first[owner]
    within = (first_frames(whole)[owner] + frame)[:, None] + np.arange(length)

    def beside(frames: int) -> Indices:
        near, count = frame + frames, counts[owner]
        return first[owner] + np.where(closes[owner], near % count, np.clip(near, 0, count - 1))

    touching = np.concatenate([motion.contact_active for motion in whole]).astype(bool)
    touching = touching[within].reshape(len(within), length * touching.shape[1])
    return Windows(length, _cloud(whole, within), touching, owner, frame, beside(-1), beside(1))


def _cloud(motions: Sequence[WorldMotion], within: Indices) -> Cloud:
    """The compressed points of windows of frames (W, L) among all those of the motions."""
    found = [body_points(motion) for motion in motions]
    points = np.concatenate([points for points, _ in found])
    share = found[0][1] / found[0][1].sum()
    level, height = points[..., 0] + 1j * points[..., 1], points[..., 2] * np.sqrt(share)
    center = level @ share
    pose = _compressed((level - center[:, None]) * np.sqrt(share))[within]
    shape = _compressed(height - height.mean(0))[within]
    path = center[within]
    count, length = within.shape
    mean, size = path.mean(1), np.sqrt(length)
    turning = np.concatenate([pose.reshape(count, length * pose.shape[2]), path - mean[:, None]], 1) / size
    still = shape.reshape(count, length * shape.shape[2]) / size
    return Cloud(_compressed(turning).astype(np.complex64), _compressed(still).astype(np.float32), mean)


def _compressed(rows: AnyArray) -> AnyArray:
    """(N, R) coordinates of rows (N, K) along their largest principal components."""
    count = max(len(rows), 1)
    if len(rows) < rows.shape[1]:  # from the smaller of the two Gram matrices
        size, coordinates = np.linalg.eigh(rows @ rows.conj().T / count)
        kept = np.cumsum(np.maximum(size, 0.0)) > ROUGH**2
        return np.asarray(coordinates[:, kept] * np.sqrt(size[kept] * count))
    size, components = np.linalg.eigh(rows.conj().T @ rows / count)
    kept = np.cumsum(np.maximum(size, 0.0)) > ROUGH**2
    return np.asarray(rows @ components[:, kept])
