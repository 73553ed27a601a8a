"""Which control poses which body, in forward kinematics.

At the joint between two bodies, a control may carry all beyond it (a thigh and what hangs on it) or, in the spines of
some rigs, all before it (the hips below a belly). The body that is left over is carried by a control that carries all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...solver.arrays import Array
from .following import Following
from .handles import Handle
from .response import Response

CARRIES_ALL = 0.25  # of such a turn, what a control of everything does not do
BEARABLE = 0.7  # of the movement that a joint's control should cause, what it does not or causes elsewhere
MISSING = 1.0  # added for the share of a joint's turns that a control cannot make
REVERSED = 0.2  # added for a control that moves what is before a joint: it may carry much besides
LOCKED = 0.01  # added for each axis about which a control cannot be turned


@dataclass(frozen=True)
class Poser:
    """A control that goes with a body.

    Attributes:
        handle: the control.
        body: name of its bone.
        above: index of the nearest poser that carries this one, among those before it; -1: none.
    """

    handle: Handle
    body: str
    above: int = -1


@dataclass(frozen=True, eq=False)
class Joints:
    """Bodies and what hangs on what.

    Attributes:
        bodies: names of their bones.
        carriers: of each body, the one that carries it; None: nothing does.
        heads: (B, 3) of the bones at rest, armature space.
        turns: (B, F, 3) rotation vectors of each body on its carrier in the motion, seen from the armature at rest.
        chained: (B,) which bodies inverse kinematics pose, whatever carries them.
    """

    bodies: tuple[str, ...]
    carriers: Mapping[str, str | None]
    heads: Array
    turns: Array
    chained: Array

    def beyond(self, body: str) -> Array:
        """(B,) which bodies a body carries, with itself."""
        return np.array([body in self._line(each) for each in self.bodies])

    def _line(self, body: str) -> list[str]:
        line: list[str] = []
        above: str | None = body
        while above is not None:
            line.append(above)
            above = self.carriers[above]
        return line


def posers_of(
    joints: Joints, handles: Sequence[Handle], responses: Mapping[str, Response], following: Following
) -> tuple[Poser, ...]:
    """One for each body that has one, carriers first."""
    carrying = [each for each in handles if each.is_free and _carries_all(responses[each.name], joints)]
    others = [each for each in handles if each not in carrying]
    chosen: dict[str, Handle] = {}
    done: set[str] = set()
    for pair in sorted(_pairs(joints, others, responses), key=lambda each: each.rate):
        is_free = pair.joint not in done and pair.body not in chosen and pair.handle not in chosen.values()
        if pair.rate < BEARABLE and is_free:
            chosen[pair.body] = pair.handle
            done.add(pair.joint)
    left = [body for body in joints.bodies if body not in chosen]
    if carrying and left:
        depth = {each.name: len(following.followed(each.name)) for each in carrying}
        chosen[left[0]] = max(carrying, key=lambda each: (not each.deforms, depth[each.name]))
    return _in_order(chosen, following)


@dataclass(frozen=True)
class _Pair:
    """A control that may pose a joint: it goes with the body beyond it, or with the one before it."""

    joint: str
    body: str
    handle: Handle
    rate: float


def _pairs(joints: Joints, handles: Sequence[Handle], responses: Mapping[str, Response]) -> Iterator[_Pair]:
    for index, body in enumerate(joints.bodies):
        carrier = joints.carriers[body]
        if carrier is None:
            continue
        beyond, pivot = joints.beyond(body), joints.heads[index]
        for handle in (each for each in handles if any(each.turns)):
            response = responses[handle.name]
            missing = _missing(handle, response, joints.turns[index])
            yield _Pair(body, body, handle, _unlike(response, beyond, pivot, joints) + missing)
            before = _unlike(response, ~beyond, pivot, joints) + missing + REVERSED
            yield _Pair(body, carrier, handle, before)


def _in_order(chosen: Mapping[str, Handle], following: Following) -> tuple[Poser, ...]:
    lines = {body: following.followed(handle.name) for body, handle in chosen.items()}
    order = sorted(chosen, key=lambda body: len(lines[body]))
    found: list[Poser] = []
    for body in order:
        above = [k for k, each in enumerate(found) if each.handle.name in lines[body]]
        found.append(Poser(chosen[body], body, above[-1] if above else -1))
    return tuple(found)


def _missing(handle: Handle, response: Response, turns: Array) -> float:
    """What a control with locked axes cannot do of a joint's turns (F, 3)."""
    locked = 3 - sum(handle.turns)
    if not locked:
        return 0.0
    axes = response.axes
    left = turns - turns @ np.linalg.pinv(axes) @ axes
    size = max(float(np.linalg.norm(turns)), 1e-9)
    return LOCKED * locked + MISSING * float(np.linalg.norm(left)) / size


def _carries_all(response: Response, joints: Joints) -> bool:
    """Whether a control moves all bodies but what inverse kinematics hold, the one that nothing carries most of all."""
    loose = ~joints.chained
    root = np.array([joints.carriers[body] is None for body in joints.bodies])
    everything = np.ones(len(root), bool)
    return (
        _unlike(response, everything, response.at, joints, among=root) < CARRIES_ALL
        and _unlike(response, everything, response.at, joints, among=loose) < CARRIES_ALL
    )


def _unlike(
    response: Response, moving: Array, pivot: Array, joints: Joints, *, among: Array | None = None
) -> float:
    """How unlike a turn of some bodies (B,) about a point (3,), all others still, a control's turn is; 0: the same.

    Only bodies ``among`` (B,) count, if that is given.
    """
    if not len(response.axes):
        return np.inf
    counted = slice(None) if among is None else among
    axes = response.axes[:, None]
    turn = np.where(moving[:, None], axes, 0.0)
    shift = np.where(moving[:, None], np.cross(axes, joints.heads - pivot), 0.0)
    size = np.linalg.norm(np.ptp(joints.heads, axis=0)) / 5  # of a body, more or less
    off = np.linalg.norm(response.turn - turn, axis=2) + np.linalg.norm(response.shift - shift, axis=2) / size
    meant = np.linalg.norm(turn, axis=2) + np.linalg.norm(shift, axis=2) / size
    return float(off[:, counted].sum() / max(meant[:, counted].sum(), 1e-9))
