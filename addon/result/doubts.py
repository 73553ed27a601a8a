"""What an onlooker would doubt in a motion, kept with its action."""

import dataclasses
import json
from collections.abc import Sequence

import bpy

from ...solver.analysis.doubts import Doubt, Kind

DOUBTS = "spacetime_doubts"  # custom property of an action


def keep_doubts(action: bpy.types.Action, found: Sequence[Doubt]) -> None:
    """Stores them with the action; nothing where there are none."""
    if found:
        action[DOUBTS] = json.dumps([dataclasses.asdict(doubt) for doubt in found])


def doubts_of(action: bpy.types.Action | None) -> tuple[Doubt, ...]:
    """Those stored with an action."""
    stored = action.get(DOUBTS) if action is not None else None
    if not isinstance(stored, str):
        return ()
    return tuple(Doubt(**each | {"kind": Kind(each["kind"])}) for each in json.loads(stored))
