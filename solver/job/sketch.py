"""Parts of a job that follow an animator's keyed motion or a capture."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..arrays import Array, Indices
from ..character import Character
from ..mechanics.inverse_kinematics import coordinates
from ..mechanics.joint_frames import JointFrames
from ..mechanics.kinematics import Kinematics, Placement
from ..mechanics.tree import Tree, tree_of
from ..rotations import matrix_from_quaternion, quaternion_from_matrix
from .constraints.at_rest import AtRest
from .constraints.pin import Pin
from .drawn_joints import with_drawn_axes, with_free_roots, yielding
from .drawn_motion import IGNORE, PIN, DrawnMotion, Key
from .objectives.pose_closeness import PoseCloseness, drawn_body
from .objectives.preferred_angles import PreferredAngle, PreferredAngles

REST_SPEED = 0.3  # rad/s and m/s; slower ends of a drawn motion count as rest
STEEP = 8.0  # doubles the pull at distances of 7 cm
RELAXED = 0.2  # weight of relaxed poses, with which arms still hang, swing and follow the trunk
EXPRESSIVE = 2.0  # weight of the most visible bodies: ends of limbs and those that touch the ground


@dataclass(frozen=True)
class Followed:
    """Parts of a job that follow a drawn motion.

    Attributes:
        character: with roots free enough for the drawn motion and, unless limits are kept, its joints' axes and limits.
        closeness: to the drawn motion.
        relaxed: for limbs left to the solver, whose pose nothing else determines; or None.
        constraints: pins of kept keys, and rest at ends that are drawn at rest.
    """

    character: Character
    closeness: PoseCloseness
    relaxed: PreferredAngles | None
    constraints: tuple[Pin | AtRest, ...]


def follow(
    character: Character,
    drawn: DrawnMotion,
    *,
    weight: float = 1.0,
    steepness: float = STEEP,
    yields: bool = True,
) -> Followed:
    """Parts of a job that follow a keyed motion (Cohen 1992, section 4.1).

    A body follows its drawn trajectory in the world. Between two keys with a step or an ignored key between them, its
    joint is interpolated linearly instead. A body with only ignored keys is left to the solver, and a limb of such
    bodies is pulled to its relaxed pose. Pins fix each degree of freedom of their body at their frame. Roots turn
    freely, about axes in the least singular order.

    Args:
        character: that was drawn.
        drawn: its motion.
        weight: of the closeness.
        steepness: of the closeness.
        yields: whether joints get the axes and limits that the drawn motion needs, and more strength.
    """
    position, turn, keys = drawn.position, drawn.turn, drawn.keys
    tree = tree_of(_able(character, drawn.at_knots(), yields=yields))
    joints = drawn.joint_frames(tree.character)
    q = coordinates(tree, position, turn, joints)
    straight = _straightened(tree, q, keys)
    if (straight != q).any():
        position, turn = _posed(tree.character, straight, joints)
    rest_axes = matrix_from_quaternion([body.orientation for body in character.bodies])
    expressive = _expressive(tree)
    left = {
        name for name, own_keys in keys.items() if own_keys and all(key.use == IGNORE for key in own_keys)
    }
    bodies = tuple(
        drawn_body(
            name, position[:, b], quaternion_from_matrix(turn[:, b] @ rest_axes[b]),
            weight=EXPRESSIVE if b in expressive else 1.0,
        )
        for b, name in enumerate(body.name for body in character.bodies) if name not in left
    )  # fmt: skip
    return Followed(
        tree.character,
        PoseCloseness(bodies, steepness=steepness, weight=weight),
        _relaxed(tree, left),
        (*_pins(tree, straight, keys), *_still_ends(q, drawn.step)),
    )


def _able(character: Character, drawn: DrawnMotion, *, yields: bool) -> Character:
    """The character with roots, and joints if they yield, that allow the drawn motion.

    At a higher frame rate, joints would make half turns at singular poses, to which limits must not be widened.
    """
    free = with_free_roots(character, drawn.turn)
    if not yields:
        return free
    joints = drawn.joint_frames(free)
    tree = tree_of(with_drawn_axes(free, drawn.position, drawn.turn, joints))
    q = coordinates(tree, drawn.position, drawn.turn, joints)
    return yielding(tree, _straightened(tree, q, drawn.keys))


def _posed(character: Character, q: Array, joints: JointFrames) -> tuple[Array, Array]:
    """Centers (N, B, 3) and rotations since the rest pose (N, B, 3, 3) at coordinates."""
    pose = Kinematics(character).forward(q, Placement.still(len(q), joints))
    return pose.position.transpose(1, 2, 0), pose.rotation.transpose(2, 3, 0, 1)


def _relaxed(tree: Tree, left: set[str]) -> PreferredAngles | None:
    """A mild pull to preferred angles for bodies that are left to the solver with all bodies below them."""
    names = [body.name for body in tree.character.bodies]
    held = {b for b, name in enumerate(names) if name not in left}
    for b in reversed(tree.order):
        if b in held and tree.parent[b] >= 0:
            held.add(int(tree.parent[b]))
    angles = tuple(
        PreferredAngle(tree.names[i], float(tree.preferred[i]))
        for i in range(tree.n)
        if tree.rotation[i] and tree.body[i] not in held
    )
    return PreferredAngles(angles, weight=RELAXED) if angles else None


def _expressive(tree: Tree) -> set[int]:
    """Bodies at the ends of limbs, and those with contacts."""
    ends = set(range(len(tree.parent))) - set(tree.parent.tolist())
    return ends | {tree.character.body_index(contact.body) for contact in tree.character.contacts}


def _pins(tree: Tree, q: Array, keys: Mapping[str, tuple[Key, ...]]) -> tuple[Pin, ...]:
    q = np.clip(q, tree.lower, tree.upper)
    return tuple(
        Pin(tree.names[i], key.frame, key.frame, float(q[key.frame, i]), float(q[key.frame, i]))
        for body, body_keys in keys.items()
        for i in _dofs(tree, body)
        for key in body_keys
        if key.use == PIN
    )


def _dofs(tree: Tree, body: str) -> Indices:
    return np.flatnonzero(tree.body == tree.character.body_index(body))


def _straightened(tree: Tree, q: Array, keys: Mapping[str, tuple[Key, ...]]) -> Array:
    """(N, n) curves, linear where a key is stepped or ignored."""
    straight = q.copy()
    for body, body_keys in keys.items():
        dofs = _dofs(tree, body)
        kept = [index for index, key in enumerate(body_keys) if key.use != IGNORE]
        for index, next_index in pairwise(kept):
            key, following = body_keys[index], body_keys[next_index]
            if next_index > index + 1 or key.is_stepped:  # an ignored key between them, or a step
                share = np.linspace(0, 1, following.frame - key.frame + 1)[:, None]
                ends = q[[key.frame, following.frame]][:, dofs]
                straight[key.frame : following.frame + 1, dofs] = ends[0] + share * (ends[1] - ends[0])
    return straight


def _still_ends(q: Array, step: float) -> tuple[AtRest, ...]:
    """Rest constraints where coordinates (N, n) begin or end at rest, as with eased keys.

    The speed at an end is that of the parabola through the three nearest frames.
    """
    start, end = (
        bool(np.abs(3 * a - 4 * b + c).max() < 2 * step * REST_SPEED) for a, b, c in (q[:3], q[:-4:-1])
    )
    return (AtRest(start=start, end=end),) if start or end else ()
