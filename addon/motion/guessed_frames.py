"""Frames of the timeline that contact phases are fractions of; pure but for the panel's values."""

from bpy.types import PropertyGroup

Frames = tuple[int, int]  # of the timeline, the first and the last


def frames_of_phases(sketch: PropertyGroup, followed: Frames) -> Frames:
    """Those that phases were guessed in, as the followed frames may be an interval of them; else the followed ones."""
    guessed = int(sketch.first_frame), int(sketch.last_frame)
    return guessed if guessed[0] < guessed[1] else followed


def within(phase: tuple[float, float], frames: Frames, followed: Frames) -> tuple[float, float] | None:
    """A phase's start and duration as fractions of other frames; None where it is not in them.

    Args:
        phase: start and duration, fractions of ``frames``.
        frames: of which they are told.
        followed: of which they are to be told.
    """
    if frames == followed:
        return phase
    steps, first = frames[1] - frames[0], frames[0] + phase[0] * (frames[1] - frames[0])
    start, end = max(first, followed[0]), min(first + phase[1] * steps, followed[1])
    length = followed[1] - followed[0]
    return ((start - followed[0]) / length, (end - start) / length) if start < end else None
