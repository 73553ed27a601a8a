"""Violations of the closest attempt: messages, and where in the scene each can be seen."""

from dataclasses import dataclass

import bpy

from ...solver.sentence import Moment
from ...solver.wording.violations import sentence
from .clip_on_action import clip_of, frames_of, is_attempt


@dataclass(frozen=True)
class Shortfall:
    """One violated goal or constraint.

    Attributes:
        sentence: what deviates, by how much and when, in frames of the timeline.
        frame: of the timeline with the largest deviation; None: the whole motion.
        bone: affected bone; empty: the whole character.
    """

    sentence: str
    frame: int | None
    bone: str


def shortfalls(action: bpy.types.Action | None) -> tuple[Shortfall, ...]:
    """Violations of an attempt, the most important first; none for other motions."""
    clip = clip_of(action) if is_attempt(action) else None
    if clip is None or action is None:
        return ()
    frames = frames_of(clip, action)

    def frame_number(moment: Moment) -> int:
        return round(float(frames[moment.frame]))

    return tuple(
        Shortfall(
            sentence(violation).text(lambda moment: f"frame {frame_number(moment)}"),
            frame_number(violation.place.moment) if violation.place.moment is not None else None,
            violation.place.body,
        )
        for violation in clip.provenance.violations
    )
