"""Bodies stay outside boxes."""

from collections.abc import Sequence
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
        kept = [each for each in guards(transcription) if each.bodies.any()]
        fixed = [each for each in kept if each.box.carrier < 0]
        for group in ([fixed] if fixed else []) + [[each] for each in kept if each.box.carrier >= 0]:
            which, t, b = np.nonzero([each.bodies for each in group])
            is_carried = group[0].box.carrier >= 0
            bodies = np.full((len(t), 1 + is_carried), group[0].box.carrier)
            bodies[:, 0] = b
            batches.append(Batch(bodies, t + 1, is_relative=is_carried))
            self._pairs.append(_Pairs.of(group, which, radii[b], transcription))
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
        box = self._pairs[self.batches.index(batch)].names[at]
        return Violation(Kind.INSIDE_SOLID, (name, box), amount, "m", place)


@dataclass(frozen=True, eq=False)
class _Pairs:
    """R ellipsoids and the box of each; all boxes are fixed, or there is one that is carried.

    Attributes:
        names: (R,) of the boxes.
        radii: (R, 3) of the ellipsoids [m].
        half: (R, 3) half extents of the boxes [m].
        size: (R,) [m].
        along: (21, 12 K) slopes of the arguments of ``box_gap`` by z.
        fixed: (R, 21) these arguments at z = 0.
    """

    names: tuple[str, ...]
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
    def of(
        cls, group: Sequence[Guard], which: Indices, radii: Array, transcription: Transcription
    ) -> "_Pairs":
        """Of guards, the one of each ellipsoid (R,), and the radii (R, 3)."""
        boxes, along = [each.box for each in group], np.zeros((N_VARIABLES, Z))
        half = np.array([box.half for box in boxes])[which]
        along[:Z] = np.eye(Z)
        fixed = np.array([[*-box.centre, *np.zeros(9), *box.axes.T.ravel()] for box in boxes])[which]
        box = boxes[0]
        if box.carrier >= 0:
            rest = transcription.kinematics.rest_axes[box.carrier]
            arm = (box.centre - transcription.job.character.bodies[box.carrier].position) @ rest
            carrier, one = np.zeros((N_VARIABLES, Z)), np.eye(3)
            carrier[:3] = -np.concatenate([one, np.kron(arm, one)], axis=1)
            carrier[Z:, 3:] = np.kron(box.axes.T @ rest, one)
            along, fixed = np.concatenate([along, carrier], axis=1), np.zeros_like(fixed)
        names = tuple(boxes[k].name for k in which.tolist())
        return cls(names, radii, half, radii.min(1) + half.min(1), along, fixed)

    def seen(self, z: Array) -> Array:
        """(R, 21) arguments of ``box_gap`` at z (R, 12 K)."""
        return np.asarray(z @ self.along.T + self.fixed)
