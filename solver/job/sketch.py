"""An animator's keyed motion, or a capture, in a job: what to stay close to, and what to keep."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..arrays import Array, Indices
from ..character import Character
from ..mechanics.inverse_kinematics import coordinates
from ..mechanics.kinematics import Kinematics
from ..mechanics.tree import Tree, tree_of
from ..rotations import matrix_from_quaternion, quaternion_from_matrix
from .constraints.at_rest import AtRest
from .constraints.pin import Pin
from .drawn_joints import with_drawn_axes, with_free_roots, yielding
from .drawn_motion import IGNORE, PIN, DrawnMotion, Key
from .objectives.pose_closeness import PoseCloseness, drawn_body
from .objectives.preferred_angles import PreferredAngle, PreferredAngles

REST_SPEED = 0.3  # rad/s and m/s; slower ends of a drawn motion were meant to be still
STEEP = 8.0  # distances of 7 cm are pulled back twice as hard as by their square alone
RELAXED = 0.2  # of the pull; arms hang and swing, and a trunk that bends takes them along
EXPRESSIVE = 2.0  # weight of what an onlooker sees first, the ends of limbs and what touches the ground


@dataclass(frozen=True)
class Followed:
    """What a job receives of a drawn motion.

    Attributes:
        character: turns as freely as it is drawn, and bends as far, about as many axes, unless limits are kept.
        closeness: to what is drawn.
        relaxed: for limbs that are left to the solver to their ends, as nothing else says how they hang; or None.
        constraints: pins of keys that are to be kept, and rest at ends that are drawn at rest.
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
    """What a job receives of a motion that an animator has keyed (Cohen 1992, section 4.1).

    A body follows its drawn way in the world. Between two keys with a step or an ignored key between them its joint
    goes straight instead. A body all of whose keys are ignored is left to the solver, and a limb of such bodies pulled
    to its relaxed pose. Pins hold each degree of freedom
    of their body at their frame. Roots turn freely, about axes in the order that keeps farthest from being singular.

    Args:
        character: that was drawn.
        drawn: its motion.
        weight: of the closeness.
        steepness: likewise.
        yields: whether joints get the axes and limits that are drawn, and more strength; else they stay as they are.
    """
    position, turn, keys = drawn.position, drawn.turn, drawn.keys
    tree = tree_of(_able(character, drawn.at_knots(), yields=yields))
    q = coordinates(tree, position, turn)
    straight = _straightened(tree, q, keys)
    if (straight != q).any():
        position, turn = _posed(tree.character, straight)
    own = matrix_from_quaternion([body.orientation for body in character.bodies])
    expressive = _expressive(tree)
    left = {
        name for name, own_keys in keys.items() if own_keys and all(key.use == IGNORE for key in own_keys)
    }
    bodies = tuple(
        drawn_body(
            name, position[:, b], quaternion_from_matrix(turn[:, b] @ own[b]),
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
    """The character with roots, and joints if they yield, that can do what is drawn.

    Seen more often, a joint that passes a singular pose makes half turns there, which limits must not ask for.
    """
    free = with_free_roots(character, drawn.turn)
    if not yields:
        return free
    tree = tree_of(with_drawn_axes(free, drawn.position, drawn.turn))
    return yielding(tree, _straightened(tree, coordinates(tree, drawn.position, drawn.turn), drawn.keys))


def _posed(character: Character, q: Array) -> tuple[Array, Array]:
    """Centres (N, B, 3) and turns since the rest pose (N, B, 3, 3) of coordinates."""
    pose = Kinematics(character).forward(q)
    return pose.position.transpose(1, 2, 0), pose.rotation.transpose(2, 3, 0, 1)


def _relaxed(tree: Tree, left: set[str]) -> PreferredAngles | None:
    """A mild pull to their preferred angles, of bodies that are left to the solver with all that they carry."""
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
    """Bodies at the ends of limbs, and those that touch."""
    ends = set(range(len(tree.parent))) - set(tree.parent.tolist())
    return ends | {tree.character.body_index(contact.body) for contact in tree.character.contacts}


def _pins(tree: Tree, q: Array, keys: Mapping[str, tuple[Key, ...]]) -> tuple[Pin, ...]:
    q = np.clip(q, tree.lower, tree.upper)
    return tuple(
        Pin(tree.names[i], key.frame, key.frame, float(q[key.frame, i]), float(q[key.frame, i]))
        for body, own in keys.items()
        for i in _dofs(tree, body)
        for key in own
        if key.use == PIN
    )


def _dofs(tree: Tree, body: str) -> Indices:
    return np.flatnonzero(tree.body == tree.character.body_index(body))


def _straightened(tree: Tree, q: Array, keys: Mapping[str, tuple[Key, ...]]) -> Array:
    """(N, n) curves that go straight where a key is stepped or ignored."""
    straight = q.copy()
    for body, own in keys.items():
        dofs = _dofs(tree, body)
        kept = [index for index, key in enumerate(own) if key.use != IGNORE]
        for index, next_index in pairwise(kept):
            key, following = own[index], own[next_index]
            if next_index > index + 1 or key.is_stepped:  # an ignored key lies between, or a step
                share = np.linspace(0, 1, following.frame - key.frame + 1)[:, None]
                ends = q[[key.frame, following.frame]][:, dofs]
                straight[key.frame : following.frame + 1, dofs] = ends[0] + share * (ends[1] - ends[0])
    return straight


def _still_ends(q: Array, step: float) -> tuple[AtRest, ...]:
    """At rest where coordinates (N, n) begin or end so, as eased keys do.

    The speed at an end is that of the parabola through the three frames next to it.
    """
    start, end = (
        bool(np.abs(3 * a - 4 * b + c).max() < 2 * step * REST_SPEED) for a, b, c in (q[:3], q[:-4:-1])
    )
    return (AtRest(start=start, end=end),) if start or end else ()
