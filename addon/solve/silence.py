"""What is said while the solver says nothing."""

from ..interface.sentence import worded

QUIET = 10.0  # s, in which a solver has always said something unless it is stopped or the motion is very long


def told_silence(seconds: float) -> str:
    """A sentence about a silence, empty for a short one."""
    if seconds < QUIET:
        return ""
    return worded("The solver has not responded for {count} seconds", count=round(seconds))
