"""Stretches of frames as phases of a clip."""

from ...arrays import Flags
from ...stretches import stretches

Phases = tuple[tuple[float, float], ...]


def phases(flags: Flags, *, closed: bool = False) -> tuple[Phases, ...]:
    """Start and duration of each stretch of each contact, as fractions of the clip (see ContactTiming).

    A contact at a single frame extends to the next one, so a phase lasts at least one step.

    Args:
        flags: (N, C) whether each contact touches.
        closed: whether the last frame is followed by the first, as in a cycle.
    """
    span = len(flags) if closed else len(flags) - 1
    found = []
    for column in flags.T:
        runs = stretches(column)
        if closed and len(runs) > 1 and column[0] and column[-1]:
            (_, end), *between, (start, last) = runs
            runs = [*between, (start, last + 1 + end)]
        throughout = closed and bool(column.all())
        found.append(
            tuple((first / span, 1.0 if throughout else max(last - first, 1) / span) for first, last in runs)
        )
    return tuple(found)
