"""Warnings about a solved motion that is physical but may not be what its keys meant."""

from typing import Any

import bpy
from bpy.types import UILayout

from ....solver.analysis.doubts import Doubt, DoubtKind
from ...interface.sentence import draw_sentence, where, worded
from ..clip_on_action import clip_of, frames_of
from ..doubts import doubts_of


def draw_doubts(layout: UILayout, action: bpy.types.Action) -> None:
    """Draws each warning with a remedy and a button that jumps to it."""
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
    if any(doubt.kind != DoubtKind.STRONG for doubt in found):
        text = worded("Then press Solve. Make Physical would replace edited contacts")
        draw_sentence(box, text, "INFO")


def sentence(doubt: Doubt) -> str:
    """The warning and a remedy, in the language of the interface."""
    who = doubt.subject
    if doubt.kind == DoubtKind.MISSED:
        return worded(
            "{bone} stays low and still for {time} s in your keys, and touches nothing. If it stands there, add a bar "
            "to its contacts",
            bone=who,
            time=f"{doubt.found:.1f}",
        )
    if doubt.kind == DoubtKind.DEEP:
        return worded(
            "{bone} sinks {depth} cm into the ground. Add the goal Stay Above Ground, or a contact with a bar at this "
            "frame",
            bone=who,
            depth=f"{100 * doubt.found:.0f}",
        )
    if doubt.kind == DoubtKind.FAR:
        return worded(
            "{bone} is {distance} cm away from your keys. Drag the contact bars around this frame to where your keys "
            "touch the ground",
            bone=who,
            distance=f"{100 * doubt.found:.0f}",
        )
    if doubt.kind == DoubtKind.FAST:
        return worded(
            "{bone} turns {ratio} times as fast as in your keys. Drag the contact bars around this frame to where "
            "your keys touch the ground, or set Smoothness to 10 if they are there",
            bone=who,
            ratio=f"{doubt.found / doubt.expected:.1f}",
        )
    if doubt.kind == DoubtKind.HARD:
        return worded(
            "The ground pushes with {found} times body weight; your keys need {drawn}. Start the contacts at this "
            "frame earlier",
            found=f"{doubt.found:.1f}",
            drawn=f"{doubt.expected:.1f}",
        )
    return worded(
        "{bone} needs {ratio} times its strength. Press Keep Limits, or increase its Strength if the character is "
        "that strong",
        bone=who,
        ratio=f"{doubt.found / doubt.expected:.1f}",
    )
