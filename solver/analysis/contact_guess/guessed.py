"""Estimated contacts: points, their phases, and the confidence of each."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags
from ...stretches import stretches
from .phases import phases

SURE = 0.5  # confidence below which the artist is asked to check a phase
LEAST = 0.35  # confidence from which a body without contacts gets one


@dataclass(frozen=True)
class GuessedPhase:
    """One stretch of a contact.

    Attributes:
        start, duration: as fractions of the clip.
        confidence: that it touches, 0 to 1.
    """

    start: float
    duration: float
    confidence: float


@dataclass(frozen=True)
class GuessedContact:
    """A point with the phases in which it touches.

    Attributes:
        body: that carries it.
        point: in the rest pose, world [m].
        phases: in order of time.
    """

    body: str
    point: tuple[float, float, float]
    phases: tuple[GuessedPhase, ...]


@dataclass(frozen=True, eq=False)
class ContactGuess:
    """Estimated contacts with the ground.

    Attributes:
        touching: (N, C) whether the character's own contacts touch.
        ground: usual height of standing contacts, at the mean place and time of still points [m].
        known: the character's own contacts, in its order.
        proposed: points of other bodies that also touch, the most confident first.
    """

    touching: Flags
    ground: float
    known: tuple[GuessedContact, ...]
    proposed: tuple[GuessedContact, ...]

    @property
    def touches(self) -> bool:
        """Whether there is any contact."""
        return any(contact.phases for contact in (*self.known, *self.proposed))


def guessed_phases(flags: Flags, likely: Array) -> tuple[GuessedPhase, ...]:
    """Phases of one point from its contacts (N,) and their likelihood (N,)."""
    (when,) = phases(flags[:, np.newaxis])
    sure = (float(likely[first : last + 1].mean()) for first, last in stretches(flags))
    return tuple(GuessedPhase(*phase, confidence) for phase, confidence in zip(when, sure, strict=True))
