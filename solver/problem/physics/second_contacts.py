"""Further contacts of a body on the same ground, which only keep the body from turning."""

import numpy as np

from ...arrays import Flags
from ..transcription import Transcription


def lasting_pairs(transcription: Transcription) -> Flags:
    """(P, C) whether each contact lasts over each pair of frames, without redundant last pairs.

    The last pair is redundant for a contact that never lifts in a clip that closes on itself.
    """
    timeline = transcription.timeline
    lasting = np.asarray(timeline.lasting[timeline.pairs])
    if timeline.cycle and not timeline.cycle.yaw and not any(timeline.cycle.translation):
        lasting[-1] &= ~lasting.all(0)
    return lasting


def second_contacts(transcription: Transcription) -> Flags:
    """(P, C) the second contact of each body that lasts on the same fixed ground.

    While the first contact neither slides nor leaves its plane, the second stays in place if the body does not turn
    about the plane's normal. Unlike directions in space, this condition does not depend on the body's heading.
    Planar characters cannot turn so, and have none.
    """
    timeline, character = transcription.timeline, transcription.job.character
    lasting, pairs, contacts = lasting_pairs(transcription), timeline.pairs, character.contacts
    is_second = np.zeros_like(lasting)
    if all(len(root.translation) == 2 for root in character.roots):
        return is_second
    for body in dict.fromkeys(contact.body for contact in contacts):
        contacts_of_body = np.array([c for c, contact in enumerate(contacts) if contact.body == body])
        for p in np.flatnonzero(lasting[:, contacts_of_body].sum(1) > 1):
            first, second = contacts_of_body[lasting[p, contacts_of_body]][:2]
            t = pairs[p]
            same = timeline.surface[t, first] == timeline.surface[t, second]
            is_second[p, second] = same and timeline.carrier[t, first] < 0
    return is_second
