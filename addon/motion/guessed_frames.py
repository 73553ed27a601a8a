"""Frames of the timeline on which contact phases are based; pure except for the panel's values."""

from bpy.types import PropertyGroup

Frames = tuple[int, int]  # first and last frame of the timeline


def frames_of_phases(sketch: PropertyGroup, followed: Frames) -> Frames:
    """Frames in which phases were detected, which may exceed the followed ones; else the followed ones."""
    guessed = int(sketch.first_frame), int(sketch.last_frame)
    return guessed if guessed[0] < guessed[1] else followed


def within(phase: tuple[float, float], frames: Frames, followed: Frames) -> tuple[float, float] | None:
    """Start and duration of a phase as fractions of the followed frames; None if it is outside of them."""
    if frames == followed:
        return phase
    steps, first = frames[1] - frames[0], frames[0] + phase[0] * (frames[1] - frames[0])
    start, end = max(first, followed[0]), min(first + phase[1] * steps, followed[1])
    length = followed[1] - followed[0]
    return ((start - followed[0]) / length, (end - start) / length) if start < end else None
