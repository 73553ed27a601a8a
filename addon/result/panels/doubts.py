"""Warnings about a solved motion that is physical but may not be what its keys meant."""

from typing import Any

import bpy
from bpy.types import UILayout

from ....solver.analysis.doubts import Doubt, DoubtKind
from ...interface.sentence import draw_sentence, where, worded
from ..clip_on_action import clip_of, frames_of
from ..doubts import doubts_of


def draw_doubts(layout: UILayout, action: bpy.types.Action) -> None:
    """Each with what to do about it and a button that jumps there."""
    clip = clip_of(action)
    found = doubts_of(action, clip) if clip is not None else ()
    if not found or clip is None:
        return
    box, frames = layout.box(), frames_of(clip, action)
    for index, doubt in enumerate(found):
        frame = round(float(frames[doubt.frame]))
        draw_sentence(box, sentence(doubt), "ERROR")
        jump: Any = box.operator("spacetime.show_doubt", text=where(doubt.subject, frame))
        jump.index = index


def sentence(doubt: Doubt) -> str:
    """What is wrong and what helps, in the language of the interface."""
    who = doubt.subject
    if doubt.kind == DoubtKind.DEEP:
        return worded(
            "{bone} goes {depth} cm into the ground. Add it to the contacts, or the goal Stay Above Ground",
            bone=who,
            depth=f"{100 * doubt.found:.0f}",
        )
    if doubt.kind == DoubtKind.FAR:
        return worded(
            "{bone} is {distance} cm away from your keys. Check the contacts around this frame",
            bone=who,
            distance=f"{100 * doubt.found:.0f}",
        )
    if doubt.kind == DoubtKind.FAST:
        return worded(
            "{bone} turns {ratio} times as fast as in your keys. Check the contacts around this frame, or "
            "increase Smoothness",
            bone=who,
            ratio=f"{doubt.found / doubt.expected:.1f}",
        )
    if doubt.kind == DoubtKind.HARD:
        return worded(
            "The ground pushes with {found} times body weight; your keys need {drawn}. Check when feet touch down",
            found=f"{doubt.found:.1f}",
            drawn=f"{doubt.expected:.1f}",
        )
    return worded(
        "{bone} needs {ratio} times its strength. Increase its strength if the character is that strong",
        bone=who,
        ratio=f"{doubt.found / doubt.expected:.1f}",
    )
