"""Axes, limits and strength that a character's joints need for a drawn motion."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from ..arrays import Array
from ..character import BodyJoint, Character, RootJoint
from ..character.root_joint import FREE
from ..mechanics.inverse_kinematics import coordinates
from ..mechanics.joint_frames import JointFrames
from ..mechanics.kinematics import Kinematics, Placement
from ..mechanics.tree import LETTERS, Tree
from ..rotations import angle_between, matrix_from_quaternion

MARGIN = 0.1  # rad by which a joint may bend beyond the drawn motion
ROOT_MARGIN = 0.5  # rad by which a root may lean beyond the drawn motion
NEARLY_SINGULAR = 1.45  # rad
STRONGER = 3.0  # factor on the strength of joints
ORDERS = tuple(map("".join, permutations(LETTERS)))
UNSEEN = 0.1  # rad; a joint keeps its axes if they miss no more than this of the drawn rotation


@dataclass(frozen=True)
class Beyond:
    """A joint that is drawn beyond its limits.

    Attributes:
        joint: its name.
        axis: "X", "Y" or "Z"; missing axes have limits of 0.
        angle: beyond the limit [rad].
    """

    joint: str
    axis: str
    angle: float


def with_free_roots(character: Character, turn: Array) -> Character:
    """The character with roots free enough for drawn rotations (N, B, 3, 3), and axes in the least singular order."""
    roots = [_free(root, turn[:, character.body_index(root.body)]) for root in character.roots]
    return replace(character, root=roots[0], others=tuple(roots[1:]))


def with_drawn_axes(character: Character, position: Array, turn: Array, frames: JointFrames) -> Character:
    """The character with three axes at joints whose axes miss the drawn rotation; added ones have limits of 0.

    Args:
        character: any.
        position: (N, B, 3) drawn centers of mass, world [m].
        turn: (N, B, 3, 3) drawn rotations since the rest pose, world.
        frames: given motion of joints.
    """
    tree = Tree(character)
    q = coordinates(tree, position, turn, frames)
    pose = Kinematics(character).forward(q, Placement.still(len(q), frames))
    posed = pose.rotation.transpose(2, 3, 0, 1)
    joints = []
    for joint in character.joints:
        a, b = character.body_index(joint.body_a), character.body_index(joint.body_b)
        given = np.swapaxes(frames.turn_of(b), 1, 2)
        drawn = given @ _local(turn, a, b)
        is_able = (
            not 0 < len(joint.axes) < 3 or angle_between(drawn, given @ _local(posed, a, b)).max() < UNSEEN
        )
        frame = matrix_from_quaternion(joint.orientation)
        joints.append(joint if is_able else _with_three_axes(joint, frame.T @ drawn @ frame))
    return replace(character, joints=tuple(joints))


def yielded(before: Character, after: Character) -> tuple[Beyond, ...]:
    """Joints of a character from ``yielding`` that are drawn beyond their limits before it, the farthest first."""
    had = {
        (joint.name, axis): limits
        for joint in before.joints
        for axis, limits in zip(joint.axes, joint.limits, strict=True)
    }
    excesses = []
    for joint in after.joints:
        for axis, (low, high) in zip(joint.axes, joint.limits, strict=True):
            lowest, highest = had.get((joint.name, axis), (0.0, 0.0))
            opposite = np.pi - (highest - lowest) / 2  # no angle is farther from the limits
            excess = min(max(lowest - low, high - highest) - MARGIN, opposite)
            excesses += [Beyond(joint.name, axis, excess)] if excess > 0 else []
    return tuple(sorted(excesses, key=lambda each: -each.angle))


def yielding(tree: Tree, q: Array) -> Character:
    """The character with muscles STRONGER times as strong, and limits widened to the drawn motion.

    Limits are widened where necessary to contain the coordinates (N, n) with a MARGIN.
    """
    lowest, highest = q.min(0), q.max(0)
    lower = np.where(lowest < tree.lower, lowest - MARGIN, tree.lower)
    upper = np.where(highest > tree.upper, highest + MARGIN, tree.upper)
    index_of = {name: i for i, name in enumerate(tree.names)}
    joints = []
    for joint in tree.character.joints:
        dofs = [index_of[f"{joint.name}.r{axis.lower()}"] for axis in joint.axes]
        limits = tuple((float(lower[i]), float(upper[i])) for i in dofs)
        torque_limits = tuple(STRONGER * torque for torque in joint.torque_limits)
        joints.append(replace(joint, limits=limits, torque_limits=torque_limits))
    return replace(tree.character, joints=tuple(joints))


def _local(turn: Array, a: int, b: int) -> Array:
    """(N, 3, 3) rotation of body b since the rest pose in the frame of body a."""
    local: Array = np.swapaxes(turn[:, a], 1, 2) @ turn[:, b]
    return local


def _free(root: RootJoint, turn: Array) -> RootJoint:
    """The root with limits for its drawn rotations (N, 3, 3), but not in gimbal lock.

    In gimbal lock, the optimizer sees no moment about the lost axis. With the vertical axis first, the middle angle
    does not depend on the heading.
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
    """The joint with its missing axes, as strong as its strongest; turn (N, 3, 3) is drawn, in the joint's frame."""
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
    """Whether axes come in the same sequence in the order."""
    return [letter for letter in order if letter in axes] == list(axes)


def _farthest_from_singular(turn: Array, orders: Sequence[str]) -> str:
    """The order of rotation whose middle angle stays farthest from a quarter turn."""
    return min(orders, key=lambda order: _sine(turn, order))


def _sine(turn: Array, order: str) -> float:
    """The largest absolute sine of the middle angle of rotations (N, 3, 3)."""
    return float(np.abs(turn[:, LETTERS.index(order[0]), LETTERS.index(order[2])]).max())
