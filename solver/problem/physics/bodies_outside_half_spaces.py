"""Bodies stay outside half spaces."""

import numpy as np

from ...arrays import Array, Flags
from ...job.schedule import contact_schedule
from ...job.surfaces import HalfSpace
from ...verify.violation import Kind, Violation
from ..guess.root_trajectory import travel
from ..reuse import Numbers
from ..rows.above_planes import AbovePlanes
from ..transcription import Transcription
from .guards import NEAR, around, soft_depth


class BodiesOutsideHalfSpaces(AbovePlanes):
    """The rows of AbovePlanes for every body near a half space and each half space, at every frame.

    Bodies that touch it with a contact are represented by their contacts, see ``guards``; these are kept out by
    ClearanceRows.
    """

    kind = Kind.INSIDE_SOLID
    keeps = Numbers.ALL & ~(Numbers.STEP | Numbers.GRAVITY | Numbers.SUBEXPRESSIONS | Numbers.FORMULAS)

    def __init__(self, transcription: Transcription) -> None:
        timeline, character = transcription.timeline, transcription.job.character
        spaces = [k + 1 for k, each in enumerate(transcription.job.surfaces) if isinstance(each, HalfSpace)]
        frames, bodies, normals, heights = [], [], [], []
        self._names: list[str] = []
        for k in spaces:
            kept, plane = _kept(transcription.full_cycle, k), transcription.planes[k]
            halves = [(kept[: timeline.n_frames], plane.normal, plane.height)]
            if timeline.mirror is not None:  # the other half of the cycle, seen from this one
                turn, shift = timeline.placement.turn[-1], timeline.placement.shift[-1]
                other = kept[timeline.n_frames :][:, timeline.mirror.bodies]
                height = plane.height - float(plane.normal @ shift)
                halves.append((other, turn.T @ plane.normal, height))
            for flags, normal, height in halves:
                t, b = np.nonzero(flags)
                frames.append(t + 1)
                bodies.append(b)
                normals.append(np.tile(normal, (len(t), 1)))
                heights.append(np.full(len(t), height))
                self._names += [transcription.job.surfaces[k - 1].name] * len(t)
        soft = np.zeros(len(character.bodies))
        for contact, depth in zip(character.contacts, soft_depth(transcription), strict=True):
            body = character.body_index(contact.body)
            soft[body] = max(soft[body], depth)
        who = np.concatenate([np.empty(0, np.intp), *bodies])
        super().__init__(
            transcription,
            who,
            np.concatenate([np.empty(0, np.intp), *frames]),
            np.concatenate([np.empty((0, 3)), *normals]),
            np.concatenate([np.empty(0), *heights]) - soft[who],
        )

    def violation(self, row: int, amount: float) -> Violation:
        name = self.transcription.job.character.bodies[self.body_of(row)].name
        return self.of_body(row, amount, name, (name, self._names[row]))


def _kept(whole: Transcription, surface: int) -> Flags:
    """(F, B) bodies near a half space without a contact on it, at all frames of the clip."""
    job = whole.job
    character, plane = job.character, whole.planes[surface]
    pose = whole.kinematics.forward(travel(whole), whole.timeline.frame_placement)
    size = np.array([max(body.diameters) / 2 for body in character.bodies])
    height: Array = np.einsum("ctb,c->tb", pose.position, plane.normal) - plane.height - size
    schedule = contact_schedule(job)
    touches = schedule.touches & (schedule.surface == surface)
    stood_for = np.zeros(height.shape, bool)
    for c, contact in enumerate(character.contacts):
        stood_for[:, character.body_index(contact.body)] |= touches[:, c]
    return (height < NEAR * character.hip_height) & ~around(stood_for, job.cycle is not None)
