"""Contacts of a body that already has one on the same ground: all they add is that the body does not turn."""

import numpy as np

from ...arrays import Flags
from ..transcription import Transcription


def lasting_pairs(transcription: Transcription) -> Flags:
    """(P, C) whether each contact lasts over each pair of frames, except a last one that follows from the others.

    It does for a contact that never lifts in a clip that closes on itself.
    """
    timeline = transcription.timeline
    lasting = np.asarray(timeline.lasting[timeline.pairs])
    if timeline.cycle and not timeline.cycle.yaw and not any(timeline.cycle.translation):
        lasting[-1] &= ~lasting.all(0)
    return lasting


def second_contacts(transcription: Transcription) -> Flags:
    """(P, C) contacts that last on the same fixed ground as an earlier one of their body, the first of these alone.

    A body whose first contact neither slides nor leaves its plane keeps the second in place, too, where it does not
    turn about the plane's normal; that says the same wherever the body heads, as directions in space would not.
    Characters that move in a plane cannot turn so, and have none.
    """
    timeline, character = transcription.timeline, transcription.job.character
    lasting, pairs, contacts = lasting_pairs(transcription), timeline.pairs, character.contacts
    found = np.zeros_like(lasting)
    if all(len(root.translation) == 2 for root in character.roots):
        return found
    for body in dict.fromkeys(contact.body for contact in contacts):
        own = np.array([c for c, contact in enumerate(contacts) if contact.body == body])
        for p in np.flatnonzero(lasting[:, own].sum(1) > 1):
            first, second = own[lasting[p, own]][:2]
            t = pairs[p]
            same = timeline.surface[t, first] == timeline.surface[t, second]
            found[p, second] = same and timeline.carrier[t, first] < 0
    return found
