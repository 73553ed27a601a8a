"""The kinematic tree of a character as index arrays."""

from functools import cached_property, lru_cache

import numpy as np

from ..arrays import Array, Flags, Indices
from ..character import BodyJoint, Character, RootJoint
from ..character.root_joint import FREE, UNLIMITED
from ..rotations import matrix_from_quaternion
from .dof import Dof

LETTERS = "XYZ"
ROUNDING = 1e-6  # of a unit axis in single precision
REMEMBERED = 32  # characters whose trees are cached


class Tree:
    """Degrees of freedom of a character and the bodies below each.

    The order of degrees of freedom: the root's translations, the root's rotations, then each body's joint
    axes, with bodies in the character's order but parents first. The roots of further trees
    (Character.others) come in their place among the bodies, also translations before rotations.

    Attributes:
        n: number of degrees of freedom.
        names: (n,) such as "root.tx", "root.rz", "knee.rx", and "ball.tx" of another tree's root.
        dofs: (n,) the same by bone and axis.
        body: (n,) body that moves with each.
        rotation: (n,) whether it is a rotation rather than a translation.
        axis: (n, 3) unit axis in the rest pose, world.
        lower, upper: (n,) limits [m, rad].
        effort_limit: (n,) maximum torque [N m] or force [N]; 0 without a muscle.
        preferred: (n,) angles of the posture objective [rad]; 0 for translations.
        parent: (B,) body that carries each body; -1 for the root.
        order: (B,) bodies, parents first.
        anchor: (B, 3) point about which each body turns, in the rest pose, world.
    """

    def __init__(self, character: Character) -> None:
        self.character = character
        joint_of = {joint.body_b: joint for joint in character.joints}
        self.parent = np.array(
            [
                character.body_index(joint_of[b.name].body_a) if b.name in joint_of else -1
                for b in character.bodies
            ]
        )
        main = character.body_index(character.root_joint.body)
        self.order = _parents_first(self.parent, main)
        self.anchor = np.array(
            [joint_of[b.name].position if b.name in joint_of else b.position for b in character.bodies]
        )
        root_of = {root.body: root for root in character.roots}
        rows = []
        for b in self.order:
            name = character.bodies[b].name
            if name in root_of:
                rows += _root_rows(int(b), root_of[name], "root" if b == main else name)
            else:
                rows += _joint_rows(int(b), joint_of[name])
        names, dofs, body, rotation, axis_rows, lower, upper, effort, wanted = (
            zip(*rows, strict=True) if rows else [()] * 9
        )
        self.n = len(rows)
        self.names: tuple[str, ...] = tuple(names)
        self.dofs: tuple[Dof, ...] = tuple(dofs)
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
    def above(self) -> Flags:
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
    def shifts(self) -> Indices:
        """(S,) degrees of freedom that translate a root."""
        return np.flatnonzero(~self.rotation)

    @cached_property
    def roots(self) -> tuple[tuple[int, Indices], ...]:
        """Root bodies, the main one first, and the degrees of freedom (up to 3,) that translate each."""
        bodies = self.order[self.parent[self.order] < 0]
        return tuple((int(b), np.flatnonzero((self.body == b) & ~self.rotation)) for b in bodies)

    @property
    def root_translations(self) -> Indices:
        """(up to 3,) degrees of freedom that translate the main root."""
        return self.roots[0][1]

    @cached_property
    def root_turns(self) -> Flags:
        """(n,) whether a degree of freedom turns a root."""
        return self.rotation & (self.parent[self.body] < 0)


@lru_cache(maxsize=REMEMBERED)
def tree_of(character: Character) -> Tree:
    """The tree of a character, cached: a look-up takes a fiftieth of the time of a new tree."""
    return Tree(character)


def _parents_first(parent: Indices, main: int) -> Indices:
    order = [main]
    while len(order) < len(parent):
        rest = (b for b in range(len(parent)) if b not in order)
        order.append(next(b for b in rest if parent[b] < 0 or parent[b] in order))
    return np.array(order)


_Row = tuple[str, Dof, int, bool, Array, float, float, float, float]


def _joint_rows(body: int, joint: BodyJoint) -> list[_Row]:
    axes = _exact(matrix_from_quaternion(joint.orientation))
    preferred = joint.preferred or tuple(min(max(0.0, low), high) for low, high in joint.limits)
    return [
        (f"{joint.name}.r{a.lower()}", Dof(joint.name, a, turns=True, is_root=False), body, True,
         axes[:, LETTERS.index(a)], *joint.limits[k], joint.torque_limits[k], preferred[k])
        for k, a in enumerate(joint.axes)
    ]  # fmt: skip


def _exact(axes: Array) -> Array:
    """(3, 3) with columns that differ from a world axis only by rounding made exact.

    Otherwise, a planar character would leave its plane minutely, and no unknown could satisfy the rows that forbid it.
    """
    rounded = np.where(np.abs(axes) < ROUNDING, 0.0, axes)
    return np.asarray(rounded / np.linalg.norm(rounded, axis=0))


def _root_rows(body: int, root: RootJoint, name: str) -> list[_Row]:
    eye = np.eye(3)
    shifts = [
        (
            f"{name}.t{a.lower()}",
            Dof(root.body, a, turns=False, is_root=True),
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
    limits, axes = root.limits or ((-UNLIMITED, UNLIMITED),) * len(root.axes), _exact(root.frame)
    turns = [
        (f"{name}.r{a.lower()}", Dof(root.body, a, turns=True, is_root=True), body, True,
         axes[:, LETTERS.index(a)], low if low > -FREE else -UNLIMITED, high if high < FREE else UNLIMITED,
         root.torque_limit, 0.0)
        for a, (low, high) in zip(root.axes, limits, strict=True)
    ]  # fmt: skip
    return shifts + turns
