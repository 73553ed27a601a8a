"""When a human's feet touch, for the pieces that walk."""

from collections.abc import Iterable

from solver.job.job import ContactTiming

Phases = tuple[tuple[float, float], ...]


def step(
    side: str, start: float, *, heel: float, toe: float, rolls: float = 0.1
) -> tuple[ContactTiming, ...]:
    """A step of one foot, from heel strike to toe-off, in fractions of the clip.

    Args:
        side: "L" or "R".
        start: of the step.
        heel: how long the heel stays down; 0: it never touches.
        toe: when the toe leaves, after the start.
        rolls: when the toe comes down, after the start.
    """
    on_toe = (ContactTiming(f"toe.{side}", (((start + rolls) % 1.0, toe - rolls),)),)
    return (ContactTiming(f"heel.{side}", ((start, heel),)), *on_toe) if heel else on_toe


def stand(phases: Phases, *, contacts: Iterable[str] = ("heel", "toe")) -> tuple[ContactTiming, ...]:
    """Both feet down together."""
    return tuple(ContactTiming(f"{contact}.{side}", phases) for contact in contacts for side in "LR")


def both(name: str) -> tuple[str, str]:
    """A contact's or joint's left and right."""
    return f"{name}.L", f"{name}.R"
