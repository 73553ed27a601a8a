"""Which ways contacts can go at all: those of a character in the plane cannot leave it."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ..state import sample_states
from ..transcription import Transcription

TINY = 1e-9  # m or 1, per radian or metre


@dataclass(frozen=True, eq=False)
class Mobility:
    """How contacts move with the degrees of freedom that carry them, in some pose that is not special.

    Attributes:
        slides: per contact, (3, K) of its place.
        turns: per contact, (3, K') axes about which its body turns.
    """

    slides: tuple[Array, ...]
    turns: tuple[Array, ...]

    def can_slide(self, contact: int, direction: Array) -> bool:
        """Whether a contact can move along a direction (3,)."""
        return bool(np.abs(direction @ self.slides[contact]).max(initial=0.0) > TINY)

    def can_turn(self, contact: int, axis: Array) -> bool:
        """Whether a contact's body can turn about an axis (3,)."""
        return bool(np.abs(axis @ self.turns[contact]).max(initial=0.0) > TINY)


def find_mobility(transcription: Transcription) -> Mobility:
    """The mobility of a problem's contacts."""
    state = sample_states(transcription)[0]
    points, dofs = transcription.point_pairs
    slides = state.point_jacobian[:, 1]
    turning = transcription.tree.rotation[dofs]
    contacts = range(len(transcription.job.character.contacts))
    return Mobility(
        tuple(slides[:, points == c] for c in contacts),
        tuple(state.pose.u[:, 1, dofs[(points == c) & turning]] for c in contacts),
    )
