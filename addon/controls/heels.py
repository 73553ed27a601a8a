"""Heels and toes: controls between the target of a limb and its chain, or beyond its end, that turn one body each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...solver.arrays import Array
from ..runtime.event_loop import Work
from .handles import Handle
from .rehearsal import Rehearsal
from .response import Response, measuring_responses

AS_ONE = 0.05  # of a turn, by which a body may differ from its control


@dataclass(frozen=True)
class Heel:
    """A control that turns one body and goes with the target, or is carried toward it.

    Attributes:
        handle: the control.
        body: that goes with it as one; any deforming bone.
    """

    handle: Handle
    body: str


def finding_heels(rehearsal: Rehearsal, handles: Sequence[Handle], bodies: Sequence[str]) -> Work[list[Heel]]:
    """Which of some controls turn a body and cannot move it, tried a pose per step."""
    turning = [each for each in handles if all(each.turns) and not any(each.moves)]
    return (yield from finding_turned(rehearsal, turning, bodies))


def finding_turned(
    rehearsal: Rehearsal, turning: Sequence[Handle], bodies: Sequence[str]
) -> Work[list[Heel]]:
    """Which of some controls turn which body, tried a pose per step; of two that turn the same one, the first."""
    responses = yield from measuring_responses(rehearsal, turning, bodies)
    found: dict[str, Heel] = {}
    for handle in turning:
        off = _turned_otherwise(responses[handle.name])
        body = next((name for name, each in zip(bodies, off.tolist(), strict=True) if each < AS_ONE), "")
        if body and body not in found:
            found[body] = Heel(handle, body)
    return list(found.values())


def goes_as_one(response: Response, heads: Array) -> Array:
    """(B,) which bones with some heads (B, 3) a control carries along, turned and moved, as if they were part of it."""
    meant = np.cross(response.axes[:, None], heads - response.at)
    off = _turned_otherwise(response) + np.linalg.norm(response.shift - meant, axis=2).max(axis=0)
    is_one: Array = off < AS_ONE
    return is_one


def _turned_otherwise(response: Response) -> Array:
    """(B,) by how much of a turn bones differ from the control, at most."""
    off: Array = np.linalg.norm(response.turn - response.axes[:, None], axis=2).max(axis=0)
    return off
