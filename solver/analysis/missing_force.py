"""Force that contacts cannot supply for a drawn motion: how far an artist's keys are from physical."""

from dataclasses import replace

from ..clip.clip import Clip
from ..optimise.long_motion import missing_force
from .departure import drawn_motion


def with_missing_force(clip: Clip) -> Clip:
    """The clip with ``drawn`` in its provenance; unchanged if it follows nothing."""
    drawn = drawn_motion(clip)
    if drawn is None:
        return clip
    return replace(clip, provenance=replace(clip.provenance, drawn=missing_force(clip.job, drawn)))
