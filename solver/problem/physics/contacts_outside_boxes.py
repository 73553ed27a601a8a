"""Contacts stay outside boxes, also between frames."""

from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Array, Flags, Indices
from ...verify.violation import Kind, Violation
from ..reuse import Numbers
from ..rows.body_rows import Batch, BodyRows, Phi
from ..transcription import Transcription
from .guards import Guard, guards, soft_depth

ROUNDING, SHARED = 3e-3, 1.5e-3  # m; edges are cut by less than 1.1 ROUNDING + 0.7 SHARED
THINNEST = 4.0  # half thicknesses of the box; ROUNDING is at most one such part of it
NEVER = 1e3  # m that a face is moved out if it is no way out
BOTH = ((0, 1.0), (1, 1.0))


class ContactsOutsideBoxes(BodyRows):
    """max over faces k of  min(s_k(t), s_k(t + 1)) >= 0,  s_k the distance of a contact outside of face k.

    At two successive frames the contact is thus outside of one and the same face, and so is the straight way between
    them. Both are rounded, max within ROUNDING (log-sum-exp) and min within SHARED (log-mean-exp), so that a step
    between frames that are equally far out, or far from all edges, is not changed.

    A contact that touches a level surface below the top of a box leaves it sideways only.
    """

    is_full = True
    keeps = Numbers.ALL & ~(Numbers.STEP | Numbers.GRAVITY | Numbers.SUBEXPRESSIONS | Numbers.FORMULAS)

    def __init__(self, transcription: Transcription) -> None:
        character, timeline = transcription.job.character, transcription.timeline
        carriers = np.array([character.body_index(each.body) for each in character.contacts], np.intp)
        soft, batches, lower = soft_depth(transcription), [], [np.empty(0)]
        self._faces: list[_Faces] = []
        self._contacts: list[Indices] = []
        # a cycle that travels does not come back to its boxes
        n_steps = timeline.n_frames - bool(timeline.cycle is None or timeline.shift_slope.any())
        for guard in guards(transcription):
            t, c = np.nonzero(guard.steps[:n_steps])
            if not len(t):
                continue
            bodies = np.full((len(t), 1 + (guard.box.carrier >= 0)), guard.box.carrier)
            bodies[:, 0] = carriers[c]
            batches.append(Batch(bodies, t + 1, BOTH, is_relative=guard.box.carrier >= 0, is_swept=True))
            self._faces.append(_Faces.of(guard, c, guard.beside[t, c], transcription))
            self._contacts.append(c)
            lower.append(-soft[c])
        bounds = np.concatenate(lower)
        super().__init__(transcription, batches, bounds, np.full(len(bounds), np.inf))

    def evaluate(self, batch: int, z: Array) -> Phi:
        return self._faces[batch].outside(z)

    def violation(self, row: int, amount: float) -> Violation:
        batch, at = self.row_of(row)
        k = self.batches.index(batch)
        frame = self.transcription.timeline.source[batch.frames[at]]
        found = self.of_contact(Kind.INSIDE_SOLID, int(self._contacts[k][at]), frame, amount, "m")
        return replace(found, subject=(*found.subject, self._faces[k].name))


@dataclass(frozen=True, eq=False)
class _Faces:
    """A box and R contacts.

    Attributes:
        name: of the box.
        arms: (R, 3) of each contact along its body's axes [m].
        turn: (3, 3) rows: axes of the box, in the world or along the carrier's axes.
        arm: (3,) center of the box, in the world or from the carrier's center along its axes [m].
        half: (3,) half extents [m].
        is_carried: whether z has a carrier.
        closed: (R,) whether the top is no way out.
    """

    name: str
    arms: Array
    turn: Array
    arm: Array
    half: Array
    is_carried: bool
    closed: Flags

    @classmethod
    def of(cls, guard: Guard, contacts: Indices, closed: Flags, transcription: Transcription) -> "_Faces":
        """Of contacts (R,)."""
        character, rest = transcription.job.character, transcription.kinematics.rest_axes
        arms = []
        for contact in character.contacts:
            body = character.body_index(contact.body)
            arms.append((np.array(contact.point) - character.bodies[body].position) @ rest[body])
        box, turn, arm = guard.box, guard.box.axes.T, guard.box.centre
        if box.carrier >= 0:
            arm = (arm - character.bodies[box.carrier].position) @ rest[box.carrier]
            turn = turn @ rest[box.carrier]
        return cls(box.name, np.array(arms)[contacts], turn, arm, box.half, box.carrier >= 0, closed)

    def outside(self, z: Array) -> Phi:
        """The distance outside, rounded, of contacts at z (R, 24), or (R, 48) with a carrier."""
        count = len(z)
        numbers = z.reshape(count, 2, -1, 4, 3)
        body = numbers[:, :, 0]
        y = body[:, :, 0] + np.einsum("ri,rmia->rma", self.arms, body[:, :, 1:])
        axes = np.broadcast_to(self.turn, (count, 2, 3, 3))
        if self.is_carried:
            carrier = numbers[:, :, 1]
            axes = self.turn @ carrier[:, :, 1:]
            y = y - carrier[:, :, 0] - np.einsum("i,rmia->rma", self.arm, carrier[:, :, 1:])
        else:
            y = y - self.arm
        along = np.einsum("rmja,rma->rmj", axes, y)
        faces = np.concatenate([along, -along], axis=2) - np.tile(self.half, 2)
        faces[self.closed, :, 2] -= NEVER
        rounding = min(ROUNDING, float(self.half.min()) / THINNEST)
        least, shares = _soft_min(faces, min(SHARED, rounding))
        value, weights = _soft_max(least, rounding)
        pulls = weights[:, None] * shares
        slopes = self._slopes(axes, y)
        pull = pulls[..., :3] - pulls[..., 3:]  # by the distances along the axes
        gradient = np.einsum("rmj,rmjz->rmz", pull, slopes).reshape(count, -1)

        def bend(columns: Array) -> Array:
            moved = columns.reshape(count, 2, -1, columns.shape[2])
            rate = slopes @ moved
            rates = np.concatenate([rate, -rate], axis=2)
            shared = np.einsum("rmk,rmkw->rkw", shares, rates)
            mean = np.einsum("rk,rkw->rw", weights, shared)
            squared = np.einsum("rk,rkw,rkv->rwv", weights, shared, shared)
            found = (squared - mean[:, :, None] * mean[:, None]) / rounding
            each = (pulls[..., None] * rates).reshape(count, -1, rates.shape[3])
            found += (squared - each.swapaxes(1, 2) @ rates.reshape(each.shape)) / min(SHARED, rounding)
            return found + self._turning(moved, pull) if self.is_carried else found

        return Phi(value, gradient, bend)

    def _slopes(self, axes: Array, y: Array) -> Array:
        """(R, 2, 3, 12 K) of the distances along the axes (R, 2, 3, 3) of the box, by z of each frame."""
        count = len(y)
        slopes = np.zeros((count, 2, 3, 1 + self.is_carried, 4, 3))
        slopes[:, :, :, 0, 0] = axes
        slopes[:, :, :, 0, 1:] = self.arms[:, None, None, :, None] * axes[:, :, :, None]
        if self.is_carried:
            slopes[:, :, :, 1, 0] = -axes
            slopes[:, :, :, 1, 1:] = self.turn[..., None] * y[:, :, None, None]
            slopes[:, :, :, 1, 1:] -= self.arm[:, None] * axes[:, :, :, None]
        return slopes.reshape(count, 2, 3, -1)

    def _turning(self, moved: Array, pull: Array) -> Array:
        """(R, W, W) second derivatives of the distances along the axes of a carried box, times pulls (R, 2, 3)."""
        numbers = moved.reshape(len(moved), 2, 2, 4, 3, -1)
        body, carrier = numbers[:, :, 0], numbers[:, :, 1]
        turned = np.einsum("ji,rmiaw->rmjaw", self.turn, carrier[:, :, 1:])
        away = body[:, :, 0] - carrier[:, :, 0]
        away += np.einsum("ri,rmiaw->rmaw", self.arms, body[:, :, 1:])
        away -= np.einsum("i,rmiaw->rmaw", self.arm, carrier[:, :, 1:])
        half = np.einsum("rmj,rmjaw,rmav->rwv", pull, turned, away, optimize=True)
        return np.asarray(half + half.swapaxes(1, 2))


def _soft_max(values: Array, rounding: float) -> tuple[Array, Array]:
    """Rounded maxima (R,) of values (R, K), and their slopes (R, K)."""
    most = values.max(1, keepdims=True)
    weights = np.exp((values - most) / rounding)
    total = weights.sum(1, keepdims=True)
    return most[:, 0] + rounding * np.log(total[:, 0]), weights / total


def _soft_min(values: Array, rounding: float) -> tuple[Array, Array]:
    """Rounded minima (R, K) of two values (R, 2, K), exact if they are equal, and their slopes (R, 2, K)."""
    least = values.min(1, keepdims=True)
    weights = np.exp((least - values) / rounding)
    total = weights.sum(1, keepdims=True)
    return least[:, 0] - rounding * np.log(total[:, 0] / 2), weights / total
