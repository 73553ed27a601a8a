"""Overlaps of bodies in a motion."""

import numpy as np

from ..arrays import Array
from ..job.constraints.apart import Apart
from ..mechanics.ellipsoid_gap import ellipsoid_gap
from ..mechanics.mirror import find_mirror
from ..problem.constraints.apart import pairs_within_reach
from ..problem.state import State
from ..problem.transcription import Transcription

NOTICED = 0.1  # of their sizes, because limbs are slimmer than their ellipsoids
EXACT = 2e-3  # of their sizes; accuracy of rows


class Overlaps:
    """Depths of overlap of the pairs of ``NoSelfIntersection``.

    Args:
        transcription: of the job.
    """

    def __init__(self, transcription: Transcription) -> None:
        character = transcription.job.character
        self._names = [body.name for body in character.bodies]
        self._radii = np.array([body.diameters for body in character.bodies]) / 2
        self._rest_axes = transcription.kinematics.rest_axes
        self._pairs = np.array(pairs_within_reach(transcription), np.intp).reshape(-1, 2)
        self._frames = slice(1, transcription.timeline.n_frames + 1)
        self._images = np.arange(len(self._names))
        if character.mirror_pairs:
            self._images = find_mirror(character, transcription.tree).bodies

    def depths(self, state: State) -> Array:
        """(B, B) deepest overlap of any two bodies, as the fraction by which both must shrink to only touch."""
        pose, (a, b) = state.pose, self._pairs.T
        position = np.moveaxis(pose.position[:, self._frames], 0, -1)  # (N, B, 3)
        away, reach = position[:, b] - position[:, a], self._radii.max(1)
        frame, pair = np.nonzero(np.linalg.norm(away, axis=-1) < reach[a] + reach[b])
        axes = np.einsum("rmtb,bmc->tbcr", pose.rotation[:, :, self._frames], self._rest_axes)
        depth = np.zeros((len(self._names),) * 2)
        if len(pair):
            a, b = a[pair], b[pair]
            both = [axes[frame, body].reshape(-1, 9) for body in (a, b)]
            z = np.concatenate([away[frame, pair], *both], axis=1)
            gap = ellipsoid_gap(z, self._radii[a], self._radii[b])
            np.maximum.at(depth, (a, b), 1 - np.sqrt(np.maximum(0.0, 1 + gap.value)))
        return np.maximum(depth, depth.T)

    def allowed(self, best: State) -> Array:
        """(B, B) allowed overlap in other motions: that of the bodies or their mirror images in the best motion."""
        depth = self.depths(best)
        return np.maximum(np.maximum(depth, depth[np.ix_(self._images, self._images)]), NOTICED)

    def apart(self, state: State, allowed: Array) -> tuple[Apart, ...]:
        """Constraints on pairs that overlap more than ``allowed`` (B, B) at any frame, the deepest first."""
        more = self.depths(state) - allowed
        a, b = np.nonzero(np.triu(more > EXACT))
        order = np.argsort(-more[a, b], kind="stable")
        return tuple(
            Apart(self._names[a[k]], self._names[b[k]], overlap=float(allowed[a[k], b[k]])) for k in order
        )
