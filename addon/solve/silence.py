"""Message while the solver is silent."""

from ..interface.sentence import worded

QUIET = 10.0  # s; a silence this long means that the solver is paused or the motion very long


def silence_message(seconds: float) -> str:
    """Message about a silence [s], empty for a short one."""
    if seconds < QUIET:
        return ""
    return worded("The solver has not responded for {count} seconds", count=round(seconds))
