"""Frames of a clip that a strip plays."""

from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ..blender.nla import ActionStrip
from ..result.clip_on_action import frames_of

SAME_SCALE = 1e-3  # of a strip's time


def strip_frames(clip: Clip, strip: ActionStrip) -> tuple[int, int]:
    """First and last frame of a clip that a strip plays; for a cycle, in any repetition.

    Raises:
        InputError: the strip plays it backward or at another speed, or repeats an open clip.
    """
    if strip.is_reversed or abs(strip.scale - 1) > SAME_SCALE:
        raise InputError(
            f"the strip of '{clip.name}' plays backward or at another speed, at which the forces would differ; clear "
            "Reversed and set its Scale to 1"
        )
    begins, after = frames_of(clip, strip.action)[:2].tolist()
    first = round((strip.start - begins) / (after - begins))
    last = first + round((strip.last - strip.first) / (after - begins))
    if clip.job.cycle is None and not (first >= 0 and last < clip.n_frames):
        raise InputError(
            f"the strip of '{clip.name}' plays more than its {clip.n_frames} frames, but only cycles repeat"
        )
    return first, last
