"""Contacts of a fitted character, and their phases in a walk or trot."""

from dataclasses import dataclass

from ..arrays import Array


@dataclass(frozen=True, eq=False)
class ContactFit:
    """A point of a foot, paw or claw on the ground.

    Attributes:
        name: "heel.L", "fore.R" and so on.
        part: that carries it.
        point: (3,) world [m].
        phase: (start, duration) in a walk or trot, as fractions of the cycle.
        clearance: minimum height in the middle of the swing [m].
    """

    name: str
    part: str
    point: Array
    phase: tuple[float, float]
    clearance: float
