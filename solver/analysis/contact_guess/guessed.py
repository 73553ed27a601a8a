"""What is found: points, when they touch, and how sure that is."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags
from ...stretches import stretches
from .phases import phases

SURE = 0.5  # confidence; less sure phases are worth a question
LEAST = 0.35  # confidence; a body without contacts that touches less surely gets none


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
    """What touches the ground.

    Attributes:
        touching: (N, C) whether the character's own contacts touch.
        ground: height at which contacts usually stand, in the middle of where something is still [m].
        known: the character's own contacts, in its order.
        proposed: points of other bodies that touch too, the surest first.
    """

    touching: Flags
    ground: float
    known: tuple[GuessedContact, ...]
    proposed: tuple[GuessedContact, ...]

    @property
    def touches(self) -> bool:
        """Whether anything does at any time."""
        return any(contact.phases for contact in (*self.known, *self.proposed))


def guessed_phases(flags: Flags, likely: Array) -> tuple[GuessedPhase, ...]:
    """Phases of one point that touches at (N,) frames, with (N,) how likely it does at each."""
    (when,) = phases(flags[:, np.newaxis])
    sure = (float(likely[first : last + 1].mean()) for first, last in stretches(flags))
    return tuple(GuessedPhase(*phase, confidence) for phase, confidence in zip(when, sure, strict=True))
