"""A contact patch does not turn on its surface, nor does a body with two contacts there."""

import numpy as np

from ..rows.twist_rows import TwistRows
from ..transcription import Transcription
from .second_contacts import second_contacts


class NoTwist(TwistRows):
    """No rotation about the normal from t to t + 1, for lasting contacts with a twist_radius and for second contacts.

    McIntosh 2011, eq. 4.8, fourth row, fixes an Euler angle instead; a body that rolls over its contact then
    turns about the normal, and the moment that holds the angle would do work.
    """

    def __init__(self, transcription: Transcription) -> None:
        timeline, contacts = transcription.timeline, transcription.job.character.contacts
        twisting = np.array([contact.twist_radius > 0 for contact in contacts], bool)
        both = (timeline.lasting & twisting & (timeline.carrier < 0))[timeline.pairs]
        if timeline.cycle and not timeline.cycle.yaw:
            both[-1] &= ~both.all(0)
        second = second_contacts(transcription)
        bodies = transcription.kinematics.point_body[: len(contacts)]
        for c in np.flatnonzero(second.any(0)):  # a patch of the same body implies it
            second[:, c] &= ~both[:, bodies == bodies[c]].any(1)
        pair, contact = np.nonzero(both | second)
        frame = timeline.pairs[pair]
        super().__init__(transcription, frame + 1, contact, frame)
