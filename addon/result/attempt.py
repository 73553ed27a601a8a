"""What deviates in the closest attempt: its sentences, and where in the scene each can be seen."""

from dataclasses import dataclass

import bpy

from ...solver.sentence import Moment
from ...solver.wording.violations import sentence
from .clip_on_action import clip_of, frames_of, is_attempt


@dataclass(frozen=True)
class Shortfall:
    """One thing that was asked for and gives.

    Attributes:
        sentence: what, by how much and when, in the frames of the timeline.
        frame: of the timeline at which it is worst; None: it is about the motion as a whole.
        bone: that is meant; empty: the whole character.
    """

    sentence: str
    frame: int | None
    bone: str


def shortfalls(action: bpy.types.Action | None) -> tuple[Shortfall, ...]:
    """All that gives in an attempt, what counts most first; nothing for any other motion."""
    clip = clip_of(action) if is_attempt(action) else None
    if clip is None or action is None:
        return ()
    frames = frames_of(clip, action)

    def seen(moment: Moment) -> int:
        return round(float(frames[moment.frame]))

    return tuple(
        Shortfall(
            sentence(violation).told(lambda moment: f"frame {seen(moment)}"),
            seen(violation.place.moment) if violation.place.moment is not None else None,
            violation.place.body,
        )
        for violation in clip.provenance.violations
    )
