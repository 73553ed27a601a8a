"""A contact does not slide while it touches."""

import numpy as np

from ...arrays import Array
from ...verify.violation import Kind
from ..rows.point_rows import PointRows
from ..rows.point_terms import PointTerms
from ..transcription import Transcription
from .second_contacts import lasting_pairs, second_contacts


class NoSlip(PointRows):
    """direction . (x_c(t+1) - x_c(t)) = 0 while c touches at t and t + 1 (McIntosh 2011, eq. 4.8).

    On a moving body, positions are relative to the body.

    Rows that would be redundant, and make the Jacobian rank-deficient, are left out. The first contact of a body has
    two directions, both along the surface. A second one on the same ground has none, because NoTwist keeps its body
    from turning. On a moving body, or on a different surface from the first, it has one, across the line between the
    two, because the component along the line follows from rigidity. Any further one has none, and neither has the
    last step of a contact that never lifts in a clip that closes on itself.
    """

    broken = Kind.NO_SLIP

    def __init__(self, transcription: Transcription) -> None:
        timeline, contacts = transcription.timeline, transcription.job.character.contacts
        both, second = lasting_pairs(transcription), second_contacts(transcription)
        frames, touching, directions = [], [], []
        for body in dict.fromkeys(contact.body for contact in contacts):
            contacts_of_body = [i for i, contact in enumerate(contacts) if contact.body == body]
            for p in np.flatnonzero(both[:, contacts_of_body].any(1)):
                t, touching_one = (
                    timeline.pairs[p],
                    contacts_of_body[int(np.argmax(both[p, contacts_of_body]))],
                )
                is_carried = timeline.carrier[t, touching_one] >= 0
                heading = np.eye(3) if is_carried else timeline.placement.reference[t + 1]
                plane = transcription.planes[timeline.surface[t, touching_one]].turn
                for rank, c in enumerate([i for i in contacts_of_body if both[p, i]][:2]):
                    if second[p, c]:
                        continue
                    if rank == 0:
                        first = np.array(contacts[c].point)
                        rows = plane[:, :2].T
                    else:
                        line = heading @ (np.array(contacts[c].point) - first)
                        rows = _across(line, plane)[None]
                    frames += [t] * len(rows)
                    touching += [c] * len(rows)
                    directions += list(rows)
        n = len(frames)
        row = np.repeat(np.arange(n), 2)
        frame = (np.repeat(np.array(frames, np.intp), 2) + np.tile([1, 2], n)).astype(np.intp)
        direction = (
            np.repeat(np.array(directions, float).reshape(-1, 3), 2, axis=0)
            * np.tile([-1.0, 1.0], n)[:, None]
        )
        zero, point = np.zeros(n), np.repeat(np.array(touching, np.intp), 2)
        carrier = np.repeat(timeline.carrier[np.array(frames, np.intp), point[::2]], 2)
        super().__init__(transcription, PointTerms(row, frame, point, direction, carrier), zero, zero)


def _across(line: Array, plane: Array) -> Array:
    """Unit direction along a plane, given by its axes, across a line."""
    across = np.cross(plane[:, 2], line)
    size = np.linalg.norm(across)
    return across / size if size > 1e-9 else plane[:, 0]
