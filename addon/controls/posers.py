"""Which control poses which body, in forward kinematics.

At the joint between two bodies, a control may move all beyond it (a thigh and its children) or, in the spines of
some rigs, all before it (the hips below a belly). The remaining body belongs to a control that moves everything.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...solver.arrays import Array
from ..runtime.event_loop import Work
from .following import Following
from .handles import Handle
from .response import Response

CARRIES_ALL = 0.25  # of a rotation; tolerated deviation of a control of everything
BEARABLE = 0.7  # of a joint control's ideal movement; tolerated deviation, there or elsewhere
MISSING = 1.0  # penalty of the share of a joint's rotations that a control cannot show
REVERSED = 0.2  # penalty of a control that moves bodies before a joint, which may move much else
LOCKED = 0.01  # penalty of each locked rotation axis


@dataclass(frozen=True)
class Poser:
    """A control that moves with a body.

    Attributes:
        handle: the control.
        body: name of its bone.
        above: index of the nearest poser before it that its control follows; -1: none.
    """

    handle: Handle
    body: str
    above: int = -1


@dataclass(frozen=True, eq=False)
class Joints:
    """Bodies and their hierarchy.

    Attributes:
        bodies: names of their bones.
        carriers: parent body of each body; None for the root.
        heads: (B, 3) of the bones at rest, armature space.
        turns: (B, F, 3) rotation vectors from rest of each body relative to its parent, armature axes.
        chained: (B,) mask of bodies that follow bones of inverse kinematics.
    """

    bodies: tuple[str, ...]
    carriers: Mapping[str, str | None]
    heads: Array
    turns: Array
    chained: Array

    def beyond(self, body: str) -> Array:
        """Mask (B,) of a body and its descendants."""
        return np.array([body in self._line(each) for each in self.bodies])

    def _line(self, body: str) -> list[str]:
        line: list[str] = []
        above: str | None = body
        while above is not None:
            line.append(above)
            above = self.carriers[above]
        return line


def finding_posers(
    joints: Joints, handles: Sequence[Handle], responses: Mapping[str, Response], following: Following
) -> Work[tuple[Poser, ...]]:
    """Finds posers of bodies that have one, followed ones first; compares controls with a joint per step."""
    carrying = [each for each in handles if each.is_free and _carries_all(responses[each.name], joints)]
    others = [each for each in handles if each not in carrying]
    pairs: list[_Pair] = []
    for index in range(len(joints.bodies)):
        yield
        pairs.extend(_pairs(joints, index, others, responses))
    chosen: dict[str, Handle] = {}
    done: set[str] = set()
    for pair in sorted(pairs, key=lambda each: each.rate):
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
    """A candidate control of a joint, which moves with the body beyond it or before it."""

    joint: str
    body: str
    handle: Handle
    rate: float


def _pairs(
    joints: Joints, index: int, handles: Sequence[Handle], responses: Mapping[str, Response]
) -> Iterator[_Pair]:
    """Candidates of the joint of a body; none if nothing carries it."""
    body = joints.bodies[index]
    carrier = joints.carriers[body]
    if carrier is None:
        return
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
    """Penalty for locked axes and for the share of a joint's rotations (F, 3) that they prevent."""
    locked = 3 - sum(handle.turns)
    if not locked:
        return 0.0
    axes = response.axes
    left = turns - turns @ np.linalg.pinv(axes) @ axes
    size = max(float(np.linalg.norm(turns)), 1e-9)
    return LOCKED * locked + MISSING * float(np.linalg.norm(left)) / size


def _carries_all(response: Response, joints: Joints) -> bool:
    """Whether a control moves the root and all other bodies, except those of inverse kinematics."""
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
    """Relative deviation of a control from rotating only ``moving`` bodies (B,) about a pivot (3,).

    Compares only bodies ``among`` (B,), if given.
    """
    if not len(response.axes):
        return np.inf
    counted = slice(None) if among is None else among
    axes = response.axes[:, None]
    turn = np.where(moving[:, None], axes, 0.0)
    shift = np.where(moving[:, None], np.cross(axes, joints.heads - pivot), 0.0)
    size = np.linalg.norm(np.ptp(joints.heads, axis=0)) / 5  # approximate size of a body
    off = np.linalg.norm(response.turn - turn, axis=2) + np.linalg.norm(response.shift - shift, axis=2) / size
    meant = np.linalg.norm(turn, axis=2) + np.linalg.norm(shift, axis=2) / size
    return float(off[:, counted].sum() / max(meant[:, counted].sum(), 1e-9))
