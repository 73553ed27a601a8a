"""Warnings about what looks implausible in a motion, stored with its action."""

import dataclasses
import json
import math
import operator
from collections.abc import Sequence

import bpy

from ...solver.analysis.doubts import Doubt, DoubtKind
from ...solver.clip.clip import Clip
from ..blender.custom_properties import damaged, kept_text

DOUBTS = "spacetime_doubts"  # custom property of an action


def keep_doubts(action: bpy.types.Action, doubts: Sequence[Doubt]) -> None:
    """Stores warnings with the action, if there are any."""
    if doubts:
        action[DOUBTS] = json.dumps([dataclasses.asdict(doubt) for doubt in doubts])


def doubts_of(action: bpy.types.Action | None, clip: Clip) -> tuple[Doubt, ...]:
    """Warnings stored with the action of a clip.

    Raises:
        InputError: they are damaged.
    """
    stored = kept_text(action, DOUBTS, "list of warnings") if action is not None else ""
    if action is None or not stored:
        return ()
    try:
        found = tuple(Doubt(**each | {"kind": DoubtKind(each["kind"])}) for each in json.loads(stored))
        for each in found:
            _check(each, clip)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise damaged(action, "list of warnings", "warnings of this motion", stored) from error
    return found


def _check(doubt: Doubt, clip: Clip) -> None:
    """Checks that its texts and numbers can be shown; raises a ValueError or TypeError otherwise."""
    if (
        not isinstance(doubt.subject, str)
        or not math.isfinite(doubt.found)
        or not math.isfinite(doubt.expected)
    ):
        raise ValueError(f"no subject and numbers: {doubt}")
    if not 0 <= operator.index(doubt.frame) < clip.n_frames:
        raise ValueError(f"no frame of the motion: {doubt.frame}")
    if doubt.kind in (DoubtKind.FAST, DoubtKind.STRONG) and not doubt.expected:
        raise ValueError(f"nothing to compare with: {doubt}")
