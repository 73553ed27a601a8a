"""Faults in the data that an action stores of its solve, as messages for the panel and operators."""

import bpy

from ...solver.errors import InputError
from ..announcement import announced
from ..blender import actions
from ..blender.custom_properties import span_of
from ..blender.write_motion import baked_motion, previous_action, previous_slot
from .clip_on_action import CLIP, clip_from, settings_of
from .doubts import doubts_of


def flaw_of(action: bpy.types.Action | None) -> str:
    """The first damaged or outdated data; empty if all is intact or nothing is stored."""
    reason = why_not_shown(action)
    if reason or action is None:
        return reason
    try:
        settings_of(action)
        if action.get(CLIP) is not None:
            doubts_of(action, clip_from(action))
    except InputError as error:
        return announced(error)
    return ""


def why_not_shown(action: bpy.types.Action | None) -> str:
    """Empty if the ghost can play the action over the artist's keys."""
    if action is None:
        return ""
    try:
        span_of(action)
        for each in filter(None, (action, baked_motion(action))):
            actions.require_slot(each)
        previous_action(action)
        previous_slot(action)
    except InputError as error:
        return announced(error)
    return ""
