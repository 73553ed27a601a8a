"""A contact lies on its surface while it touches."""

import numpy as np

from ...arrays import Flags
from ...verify.violation import Kind
from ..rows.point_rows import PointRows, one_term_each
from ..transcription import Transcription

FLAT = 1e-6  # [m] distance below which a point lies in a plane


class ContactHeight(PointRows):
    """normal . x_c(t) = the plane's height, for every touching contact and frame (McIntosh 2011, eq. 4.8).

    On a moving body, the position is relative to the body.

    A contact on the line or in the plane through others of its body that touch the same surface has no row: its
    height follows from rigidity, and a redundant row would make the Jacobian rank-deficient.
    """

    broken = Kind.CONTACT_HEIGHT

    def __init__(self, transcription: Transcription) -> None:
        timeline = transcription.timeline
        frames, contacts = np.nonzero(timeline.active & ~_implied(transcription))
        surface, carrier = timeline.surface[frames, contacts], timeline.carrier[frames, contacts]
        normal = np.array([plane.normal for plane in transcription.planes])[surface]
        height = np.array([plane.height for plane in transcription.planes])[surface]
        super().__init__(transcription, one_term_each(frames + 1, contacts, normal, carrier), height, height)


def _implied(transcription: Transcription) -> Flags:
    """(N, C) touching contacts whose height follows from others."""
    timeline, contacts = transcription.timeline, transcription.job.character.contacts
    implied = np.zeros_like(timeline.active)
    for body in dict.fromkeys(contact.body for contact in contacts):
        contacts_of_body = [c for c, contact in enumerate(contacts) if contact.body == body]
        for t in np.flatnonzero(timeline.active[:, contacts_of_body].sum(1) > 2):
            kept: dict[int, list[int]] = {}
            for c in (c for c in contacts_of_body if timeline.active[t, c]):
                others = kept.setdefault(int(timeline.surface[t, c]), [])
                points = np.array([contacts[i].point for i in (*others, c)])
                rank = np.linalg.matrix_rank(points[1:] - points[0], tol=FLAT)
                if others and rank < len(others):
                    implied[t, c] = True
                else:
                    others.append(c)
    return implied
