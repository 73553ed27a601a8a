"""Deviation of a motion from the artist's keys, and its part due to joints and their limits instead of physics."""

import math
from functools import lru_cache

import bpy
from bpy.types import UILayout

from ....solver.analysis.departure import faithfulness, faithfulness_of_joints
from ....solver.analysis.doubts import DoubtKind
from ...interface.sentence import draw_sentence, worded
from ..clip_on_action import clip_of
from ..doubts import doubts_of
from ..widened_limits import widened_of

faithfulness_of = lru_cache(maxsize=4)(faithfulness)  # a clip never changes
_of_joints = lru_cache(maxsize=4)(faithfulness_of_joints)


def draw_faithfulness(layout: UILayout, action: bpy.types.Action) -> None:
    """Draws the deviation of a motion that follows keys; nothing for others."""
    clip = clip_of(action)
    if clip is None:
        return
    found = faithfulness_of(clip)
    if found is None:
        return
    words, joints = layout.column(align=True), _of_joints(clip)
    away = amount(found.mean_distance, found.mean_angle)
    words.label(text=worded("Deviation from keys: {away} on average", away=away), translate=False)
    if joints is not None:
        lost = amount(joints.mean_distance, joints.mean_angle)
        words.label(text=worded("Due to joints and limits: {away}", away=lost), translate=False)
    drawn = clip.provenance.drawn
    if drawn is not None:
        text = worded("Force missing in keys: {share}% of weight", share=f"{100 * drawn.force:.0f}")
        words.label(text=text, translate=False)
    widened = widened_of(action)
    if widened:
        text = worded("Joints exceed their limits to follow your keys: {joints}", joints=widened)
        draw_sentence(words, text, "INFO")
    if widened or any(doubt.kind == DoubtKind.STRONG for doubt in doubts_of(action, clip)):
        words.operator("spacetime.keep_limits", icon="CON_ROTLIMIT")


def amount(distance: float, angle: float) -> str:
    """A distance [m] and an angle [rad] in readable units."""
    return f"{100 * distance:.0f} cm, {math.degrees(angle):.0f}\N{DEGREE SIGN}"
