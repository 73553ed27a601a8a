"""Frames of the whole clip and beyond, in terms of the frames that have unknowns."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags, Indices
from ..transcription import Transcription


@dataclass(frozen=True, eq=False)
class Repeated:
    """F frames as moved images of the clip's own.

    Attributes:
        source: (F,) frame that has unknowns.
        turn, shift: (F, 3, 3) and (F, 3); a point x of the source maps to turn x + shift [m].
        shift_slope: (F, 3) derivative of ``shift`` by a factor on the cycle's translation [m].
        mirrored: (F,) whether left and right are exchanged.
    """

    source: Indices
    turn: Array
    shift: Array
    shift_slope: Array
    mirrored: Flags


class Repeats:
    """Repetitions of one transcription's clip: frame t + k N is frame t moved k times by the cycle's transform.

    Attributes:
        n_frames: of the whole clip; in a mirrored cycle, twice those with unknowns.
    """

    def __init__(self, transcription: Transcription) -> None:
        self._transcription, timeline = transcription, transcription.timeline
        self._own = timeline.n_frames
        self.n_frames = 2 * self._own if timeline.mirror else self._own

    def inside(self, frame: int) -> int:
        """A frame of the clip, negative ones counted from the end."""
        return frame % self.n_frames

    def exists(self, frames: Indices) -> Flags:
        """Whether frames exist; none do beyond an open clip's ends."""
        if self._transcription.timeline.cycle:
            return np.ones(len(frames), bool)
        return np.asarray((frames >= 0) & (frames < self._own))

    def of(self, frames: Indices) -> Repeated:
        """Frames, all of which exist."""
        number, source = np.divmod(np.asarray(frames, np.intp), self._own)
        placement, timeline = self._transcription.timeline.placement, self._transcription.timeline
        turn, shift, way = np.empty((len(source), 3, 3)), *np.empty((2, len(source), 3))
        for k in np.unique(number):
            end = -1 if k > 0 else 0  # the transform or its inverse
            r, s, w = np.eye(3), np.zeros(3), np.zeros(3)
            for _ in range(abs(k)):
                r, s = placement.turn[end] @ r, placement.turn[end] @ s + placement.shift[end]
                w = placement.turn[end] @ w + timeline.shift_slope[end]
            turn[number == k], shift[number == k], way[number == k] = r, s, w
        mirrored = (number % 2 != 0) & (self._transcription.timeline.mirror is not None)
        return Repeated(source, turn, shift, way, mirrored)

    def dofs(self, dof: int, r: Repeated) -> list[tuple[Indices, Array]]:
        """(dof (F,), factor (F,)) whose sum at the source is a degree of freedom: its image, or all translations."""
        tree, mirror = self._transcription.tree, self._transcription.timeline.mirror
        if tree.rotation[dof]:
            image, sign = (int(mirror.dofs[dof]), float(mirror.sign[dof])) if mirror else (dof, 1.0)
            return [(np.where(r.mirrored, image, dof), np.where(r.mirrored, sign, 1.0))]
        shares = []
        for root, used in self._roots(dof, r):
            for other in tree.roots[root][1]:
                share = np.einsum("r,frc,c->f", tree.axis[dof], r.turn, tree.axis[other]) * used
                shares.append((np.full(len(share), other), share))
        return shares

    def base(self, dof: int, r: Repeated) -> Array:
        """(F,) constant part of a root's translation, besides the translations at the source."""
        bases = self._transcription.kinematics.root_base
        centre = sum(used[:, None] * bases[root] for root, used in self._roots(dof, r))
        placed = np.einsum("frc,fc->fr", r.turn, centre) + r.shift
        return np.asarray(placed @ self._transcription.tree.axis[dof])

    def _roots(self, dof: int, r: Repeated) -> list[tuple[int, Array]]:
        """Root of a translation and, in a mirrored cycle, its mirror image; (F,) factors of each."""
        tree, mirror = self._transcription.tree, self._transcription.timeline.mirror
        bodies = [body for body, _ in tree.roots]
        body = int(tree.body[dof])
        image = int(mirror.bodies[body]) if mirror else body
        counts = [(body, ~r.mirrored), (image, r.mirrored)]
        return [(bodies.index(b), used.astype(float)) for b, used in counts if used.any()]
