"""Bodies stay outside boxes."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from ...arrays import Array, Indices
from ...mechanics.box_gap import N_VARIABLES, box_gap
from ...verify.violation import Kind, Place, Violation
from ..reuse import Numbers
from ..rows.body_rows import Batch, BodyRows, Phi, Z
from ..transcription import Transcription
from .guards import Guard, guards, soft_depth


class BodiesOutsideBoxes(BodyRows):
    """size (lambda - 1) >= 0 for each ellipsoid near a box, with lambda of mechanics/box_gap.py.

    The size, the smallest half extent of the two together, makes that about their distance where they touch.
    """

    is_full = True
    keeps = Numbers.ALL & ~(Numbers.STEP | Numbers.GRAVITY | Numbers.SUBEXPRESSIONS | Numbers.FORMULAS)

    def __init__(self, transcription: Transcription) -> None:
        character = transcription.job.character
        soft = np.zeros(len(character.bodies))
        for contact, depth in zip(character.contacts, soft_depth(transcription), strict=True):
            body = character.body_index(contact.body)
            soft[body] = max(soft[body], depth)
        radii = np.array([body.diameters for body in character.bodies]) / 2
        batches, lower = [], [np.empty(0)]
        self._pairs: list[_Pairs] = []
        self._starts_of: dict[int, Array] = {}  # last directions of each batch, to start from
        for guard in guards(transcription):
            t, b = np.nonzero(guard.bodies)
            if not len(t):
                continue
            is_carried = guard.box.carrier >= 0
            bodies = np.full((len(t), 1 + is_carried), guard.box.carrier)
            bodies[:, 0] = b
            batches.append(Batch(bodies, t + 1, is_relative=is_carried))
            self._pairs.append(_Pairs.of(guard, b, radii, transcription))
            lower.append(-soft[b])
        bounds = np.concatenate(lower)
        super().__init__(transcription, batches, bounds, np.full(len(bounds), np.inf))

    def within(self, transcription: Transcription, field: str = "") -> Self:
        other = super().within(transcription, field)
        other._starts_of = {}  # results do not depend on those of other problems
        return other

    def evaluate(self, batch: int, z: Array) -> Phi:
        pairs = self._pairs[batch]
        gap = box_gap(pairs.seen(z), pairs.radii, pairs.half, self._starts_of.get(batch))
        self._starts_of[batch] = gap.direction
        size, n_axes, along = pairs.size, 6 if pairs.is_carried else 3, pairs.along
        gradient = gap.gradient(n_axes)
        if pairs.is_carried:
            gradient = (gradient[:, None] @ along)[:, 0]

        def bend(columns: Array) -> Array:
            moved = along @ columns if pairs.is_carried else columns
            return np.asarray(moved.swapaxes(1, 2) @ (size[:, None, None] * gap.bend(n_axes)) @ moved)

        return Phi(size * gap.value, size[:, None] * gradient, bend)

    def violation(self, row: int, amount: float) -> Violation:
        batch, at = self.row_of(row)
        name = self.transcription.job.character.bodies[int(batch.bodies[at, 0])].name
        place = Place(self.transcription.when(self.transcription.timeline.source[batch.frames[at]]), name)
        box = self._pairs[self.batches.index(batch)].name
        return Violation(Kind.INSIDE_SOLID, (name, box), amount, "m", place)


@dataclass(frozen=True, eq=False)
class _Pairs:
    """A box and R ellipsoids.

    Attributes:
        name: of the box.
        radii: (R, 3) of the ellipsoids [m].
        half: (R, 3) half extents of the box [m].
        size: (R,) [m].
        along: (21, 12 K) slopes of the arguments of ``box_gap`` by z.
        fixed: (21,) these arguments at z = 0.
    """

    name: str
    radii: Array
    half: Array
    size: Array
    along: Array
    fixed: Array

    @property
    def is_carried(self) -> bool:
        """Whether z has a carrier."""
        return self.along.shape[1] > Z

    @classmethod
    def of(cls, guard: Guard, bodies: Indices, radii: Array, transcription: Transcription) -> "_Pairs":
        """Of the ellipsoids of bodies (R,); radii: (B, 3) of all."""
        box, character = guard.box, transcription.job.character
        half = np.broadcast_to(box.half, (len(bodies), 3))
        size = radii[bodies].min(1) + box.half.min()
        along, fixed = np.zeros((N_VARIABLES, Z)), np.zeros(N_VARIABLES)
        along[:Z] = np.eye(Z)
        fixed[:3], fixed[Z:] = -box.centre, box.axes.T.ravel()
        if box.carrier >= 0:
            rest = transcription.kinematics.rest_axes[box.carrier]
            arm = (box.centre - character.bodies[box.carrier].position) @ rest
            carrier, one = np.zeros((N_VARIABLES, Z)), np.eye(3)
            carrier[:3] = -np.concatenate([one, np.kron(arm, one)], axis=1)
            carrier[Z:, 3:] = np.kron(box.axes.T @ rest, one)
            along, fixed = np.concatenate([along, carrier], axis=1), np.zeros(N_VARIABLES)
        return cls(box.name, radii[bodies], half, size, along, fixed)

    def seen(self, z: Array) -> Array:
        """(R, 21) arguments of ``box_gap`` at z (R, 12 K)."""
        return np.asarray(z @ self.along.T + self.fixed)
