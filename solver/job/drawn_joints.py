"""What a character's joints must be able to do for a motion that was drawn for them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from ..arrays import Array
from ..character import BodyJoint, Character, RootJoint
from ..character.root_joint import FREE
from ..mechanics.inverse_kinematics import coordinates
from ..mechanics.kinematics import Kinematics
from ..mechanics.tree import LETTERS, Tree
from ..rotations import angle_between, matrix_from_quaternion

MARGIN = 0.1  # rad, that a joint may bend beyond what is drawn
ROOT_MARGIN = 0.5  # rad, that a root may lean beyond what is drawn
NEARLY_SINGULAR = 1.45  # rad
STRONGER = 3.0  # times: as much of its strength may a joint take to do what is drawn
ORDERS = tuple(map("".join, permutations(LETTERS)))
UNSEEN = 0.1  # rad; where its axes leave out no more than this of what is drawn, a joint keeps them


@dataclass(frozen=True)
class Beyond:
    """A joint that is drawn beyond its limits.

    Attributes:
        joint: its name.
        axis: "X", "Y" or "Z"; one that the joint does not have has limits of 0.
        angle: by how much [rad].
    """

    joint: str
    axis: str
    angle: float


def with_free_roots(character: Character, turn: Array) -> Character:
    """Roots turn as they are drawn, about axes in the order that keeps farthest from being singular.

    Args:
        character: any.
        turn: (N, B, 3, 3) drawn rotations since the rest pose, world.
    """
    roots = [_free(root, turn[:, character.body_index(root.body)]) for root in character.roots]
    return replace(character, root=roots[0], others=tuple(roots[1:]))


def with_drawn_axes(character: Character, position: Array, turn: Array) -> Character:
    """A joint whose axes leave out what is drawn has all three; those added have limits of 0. Welds stay welded.

    Args:
        character: any.
        position: (N, B, 3) drawn centres of mass, world [m].
        turn: (N, B, 3, 3) drawn rotations since the rest pose, world.
    """
    tree = Tree(character)
    pose = Kinematics(character).forward(coordinates(tree, position, turn))
    posed = pose.rotation.transpose(2, 3, 0, 1)
    joints = []
    for joint in character.joints:
        a, b = character.body_index(joint.body_a), character.body_index(joint.body_b)
        drawn = _local(turn, a, b)
        is_able = not 0 < len(joint.axes) < 3 or angle_between(drawn, _local(posed, a, b)).max() < UNSEEN
        frame = matrix_from_quaternion(joint.orientation)
        joints.append(joint if is_able else _with_three_axes(joint, frame.T @ drawn @ frame))
    return replace(character, joints=tuple(joints))


def yielded(before: Character, after: Character) -> tuple[Beyond, ...]:
    """How far joints are drawn beyond the limits they had, the farthest first.

    Args:
        before: the character by itself.
        after: with joints that yield to what is drawn.
    """
    had = {
        (joint.name, axis): limits
        for joint in before.joints
        for axis, limits in zip(joint.axes, joint.limits, strict=True)
    }
    found = []
    for joint in after.joints:
        for axis, (low, high) in zip(joint.axes, joint.limits, strict=True):
            lowest, highest = had.get((joint.name, axis), (0.0, 0.0))
            excess = max(lowest - low, high - highest) - MARGIN
            found += [Beyond(joint.name, axis, excess)] if excess > 0 else []
    return tuple(sorted(found, key=lambda each: -each.angle))


def yielding(tree: Tree, q: Array) -> Character:
    """The character with muscles STRONGER than they were and limits that yield to what is drawn.

    Coordinates (N, n), and MARGIN beyond them, are within the limits where they were not.
    """
    lowest, highest = q.min(0), q.max(0)
    lower = np.where(lowest < tree.lower, lowest - MARGIN, tree.lower)
    upper = np.where(highest > tree.upper, highest + MARGIN, tree.upper)
    index_of = {name: i for i, name in enumerate(tree.names)}
    joints = []
    for joint in tree.character.joints:
        own = [index_of[f"{joint.name}.r{axis.lower()}"] for axis in joint.axes]
        limits = tuple((float(lower[i]), float(upper[i])) for i in own)
        torque_limits = tuple(STRONGER * torque for torque in joint.torque_limits)
        joints.append(replace(joint, limits=limits, torque_limits=torque_limits))
    return replace(tree.character, joints=tuple(joints))


def _local(turn: Array, a: int, b: int) -> Array:
    """(N, 3, 3) rotation of body b since the rest pose, as body a sees it."""
    local: Array = np.swapaxes(turn[:, a], 1, 2) @ turn[:, b]
    return local


def _free(root: RootJoint, turn: Array) -> RootJoint:
    """The root as free as it is drawn (N, 3, 3); only where its axes would come to lie in one line it cannot go.

    That is where the optimiser sees no moment about the lost axis. The middle of axes of which the vertical is the
    first is the same in any heading.
    """
    if len(root.axes) < 3:
        return replace(root, limits=())
    turn = root.frame.T @ turn @ root.frame
    axes = _farthest_from_singular(turn, ORDERS)
    drawn = float(np.arcsin(min(_sine(turn, axes), 1.0)))
    middle = min(drawn + ROOT_MARGIN, NEARLY_SINGULAR)
    if axes[0] != "Z" or drawn > middle:
        return replace(root, axes=axes, limits=())
    free = (-FREE, FREE)
    return replace(root, axes=axes, limits=(free, (-middle, middle), free))


def _with_three_axes(joint: BodyJoint, turn: Array) -> BodyJoint:
    """The joint with the axes it lacks, as strong as its strongest; turn (N, 3, 3) is drawn, in its own frame."""
    axes = _farthest_from_singular(turn, [order for order in ORDERS if _keeps(joint.axes, order)])
    own = {
        axis: (limits, torque, preferred)
        for axis, limits, torque, preferred in zip(
            joint.axes,
            joint.limits,
            joint.torque_limits,
            joint.preferred or [min(max(0.0, low), high) for low, high in joint.limits],
            strict=True,
        )
    }
    new = ((0.0, 0.0), max(joint.torque_limits), 0.0)
    limits, torque_limits, preferred = zip(*(own.get(axis, new) for axis in axes), strict=True)
    return replace(joint, axes=axes, limits=limits, torque_limits=torque_limits, preferred=preferred)


def _keeps(axes: str, order: str) -> bool:
    """Whether axes follow one another in the order as they do by themselves."""
    return [letter for letter in order if letter in axes] == list(axes)


def _farthest_from_singular(turn: Array, orders: Sequence[str]) -> str:
    """Of orders of rotation the one whose middle axis stays as far as can be from a quarter turn."""
    return min(orders, key=lambda order: _sine(turn, order))


def _sine(turn: Array, order: str) -> float:
    """The largest of the middle angle, without its sign, of rotations (N, 3, 3)."""
    return float(np.abs(turn[:, LETTERS.index(order[0]), LETTERS.index(order[2])]).max())
