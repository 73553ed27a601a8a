"""The tree of a character as index arrays: which degree of freedom moves what."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..character import Character, RootJoint
from ..character.root_joint import UNLIMITED
from .rotations import matrix_from_quaternion

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

LETTERS = "XYZ"


class Tree:
    """Degrees of freedom of a character and what hangs below each.

    The order of degrees of freedom: the root's translations, the root's rotations, then each body's joint
    axes, bodies in the character's own order but always after the body that carries them.

    Attributes:
        n: number of degrees of freedom.
        names: (n,) such as "root.tx", "root.rz", "knee.rx".
        body: (n,) body that moves with each.
        rotation: (n,) whether it turns; it shifts otherwise.
        axis: (n, 3) unit axis in the rest pose, world.
        lower, upper: (n,) limits [m, rad].
        effort_limit: (n,) strongest torque [N m] or force [N]; 0 where there is no muscle.
        preferred: (n,) angles of the posture objective [rad]; 0 for translations.
        parent: (B,) body that carries each body; -1 for the root.
        order: (B,) bodies, parents first.
        anchor: (B, 3) point about which each body turns, in the rest pose, world.
    """

    def __init__(self, character: Character) -> None:
        self.character = character
        root = character.root_joint
        joint_of = {joint.body_b: joint for joint in character.joints}
        self.parent = np.array(
            [
                character.body_index(joint_of[b.name].body_a) if b.name in joint_of else -1
                for b in character.bodies
            ]
        )
        self.order = _parents_first(self.parent)
        self.anchor = np.array(
            [joint_of[b.name].position if b.name in joint_of else b.position for b in character.bodies]
        )
        rows = _root_rows(character.body_index(root.body), root)
        for b in self.order[1:]:
            joint = joint_of[character.bodies[b].name]
            axes = matrix_from_quaternion(joint.orientation)
            preferred = joint.preferred or tuple(min(max(0.0, low), high) for low, high in joint.limits)
            for k, letter in enumerate(joint.axes):
                name, axis = f"{joint.name}.r{letter.lower()}", axes[:, LETTERS.index(letter)]
                rows.append(
                    (name, int(b), True, axis, *joint.limits[k], joint.torque_limits[k], preferred[k])
                )
        names, body, rotation, axis_rows, lower, upper, effort, wanted = (
            zip(*rows, strict=True) if rows else [()] * 8
        )
        self.n = len(rows)
        self.names: tuple[str, ...] = tuple(names)
        self.body: Indices = np.array(body, np.intp)
        self.rotation = np.array(rotation, bool)
        self.axis = np.array(axis_rows, float).reshape(-1, 3)
        self.lower, self.upper = np.array(lower, float), np.array(upper, float)
        self.effort_limit, self.preferred = np.array(effort, float), np.array(wanted, float)

    @cached_property
    def last(self) -> Indices:
        """(B,) the last degree of freedom at or above each body; -1 where the body cannot move."""
        last = np.full(len(self.parent), -1)
        for b in self.order:
            own = np.flatnonzero(self.body == b)
            last[b] = own[-1] if len(own) else (last[self.parent[b]] if self.parent[b] >= 0 else -1)
        return last

    @cached_property
    def above(self) -> NDArray[np.bool_]:
        """(n, n) above[j, i]: i is j itself or carries j."""
        above = np.eye(self.n, dtype=bool)
        for j in range(self.n):
            b = self.body[j]
            before = (
                j - 1
                if j and self.body[j - 1] == b
                else (self.last[self.parent[b]] if self.parent[b] >= 0 else -1)
            )
            if before >= 0:
                above[j] |= above[before]
        return above

    @cached_property
    def moves(self) -> Array:
        """(B, n) 1 where the degree of freedom moves the body."""
        moves = np.zeros((len(self.parent), self.n))
        held = self.last >= 0
        moves[held] = self.above[self.last[held]]
        return moves

    @cached_property
    def root_translations(self) -> Indices:
        """Degrees of freedom that shift the root, in their order."""
        return np.flatnonzero(~self.rotation)


def _parents_first(parent: Indices) -> Indices:
    order: list[int] = []
    while len(order) < len(parent):
        order.append(
            next(b for b in range(len(parent)) if b not in order and (parent[b] < 0 or parent[b] in order))
        )
    return np.array(order)


def _root_rows(body: int, root: RootJoint) -> list[tuple[str, int, bool, Array, float, float, float, float]]:
    eye = np.eye(3)
    shifts = [
        (
            f"root.t{a.lower()}",
            body,
            False,
            eye[LETTERS.index(a)],
            -UNLIMITED,
            UNLIMITED,
            root.force_limit,
            0.0,
        )
        for a in root.translation
    ]
    limits = root.limits or ((-UNLIMITED, UNLIMITED),) * len(root.axes)
    turns = [
        (f"root.r{a.lower()}", body, True, eye[LETTERS.index(a)], low, high, root.torque_limit, 0.0)
        for a, (low, high) in zip(root.axes, limits, strict=True)
    ]
    return shifts + turns
