"""Heels and toes: controls between a limb's target and chain, or beyond its end, that rotate one body each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...solver.arrays import Array
from ..runtime.event_loop import Work
from .handles import Handle
from .rehearsal import Rehearsal
from .response import Response, measuring_responses

AS_ONE = 0.05  # of a rotation; largest difference of a body from its control


@dataclass(frozen=True)
class Heel:
    """A control that rotates one body and moves with the target, or is moved toward it.

    Attributes:
        handle: the control.
        body: bone that moves rigidly with it; any deforming bone.
    """

    handle: Handle
    body: str


def finding_heels(rehearsal: Rehearsal, handles: Sequence[Handle], bodies: Sequence[str]) -> Work[list[Heel]]:
    """Finds controls that rotate a body without moving it, testing a pose per step."""
    turning = [each for each in handles if all(each.turns) and not any(each.moves)]
    return (yield from finding_turned(rehearsal, turning, bodies))


def finding_turned(
    rehearsal: Rehearsal, turning: Sequence[Handle], bodies: Sequence[str]
) -> Work[list[Heel]]:
    """Finds the body that each control rotates, testing a pose per step; the first control wins."""
    responses = yield from measuring_responses(rehearsal, turning, bodies)
    found: dict[str, Heel] = {}
    for handle in turning:
        off = _turned_otherwise(responses[handle.name])
        body = next((name for name, each in zip(bodies, off.tolist(), strict=True) if each < AS_ONE), "")
        if body and body not in found:
            found[body] = Heel(handle, body)
    return list(found.values())


def moves_rigidly(response: Response, heads: Array) -> Array:
    """Mask (B,) of bones with heads (B, 3) that move rigidly with a control."""
    meant = np.cross(response.axes[:, None], heads - response.at)
    off = _turned_otherwise(response) + np.linalg.norm(response.shift - meant, axis=2).max(axis=0)
    is_one: Array = off < AS_ONE
    return is_one


def _turned_otherwise(response: Response) -> Array:
    """Largest relative difference (B,) of bone rotations from the control's."""
    off: Array = np.linalg.norm(response.turn - response.axes[:, None], axis=2).max(axis=0)
    return off
