"""What the bodies of any character are: spine, feet, graspers, heads and tails.

Roles given by fitting decide; shape decides where there are none: feet have contacts on the ground, heads and tails are
ends in the middle, in front or on top and behind, and all other ends can grasp.
"""

import numpy as np

from ..analysis.heading import rest_forward
from ..arrays import Array
from ..character import Character
from ..character.part_names import PartName
from ..mechanics.tree import tree_of

SPINE = frozenset({"hips", "pelvis", "waist", "abdomen", "chest", "spine", "torso"})
ENDS = {
    **dict.fromkeys(("foot", "toe", "shin", "paw"), "foot"),
    **dict.fromkeys(("hand", "forearm", "upper_arm"), "grasper"),
    **dict.fromkeys(("head", "crown", "neck"), "head"),
    **dict.fromkeys(("tail", "tail_tip"), "tail"),
}  # by the kind of an end's role
MIDDLE = 0.04  # of the largest extent: distance from the sagittal plane
LOW = 0.12  # of the height: contacts below stand in the rest pose


def main_tree(character: Character) -> tuple[int, ...]:
    """Bodies of the main root's tree, parents first."""
    tree, root = tree_of(character), character.body_index(character.root_joint.body)
    own = {root}
    for b in tree.order:
        if int(tree.parent[b]) in own:
            own.add(int(b))
    return tuple(int(b) for b in tree.order if int(b) in own)


def facing_of(character: Character) -> Array:
    """Level unit vector (3,) in which the rest pose faces, world.

    It follows from left and right; without these, it leads from the root to the head, or along X.
    """
    forward = rest_forward(character)
    if forward is not None:
        return forward
    places = {body.role: np.array(body.position) for body in character.bodies if body.role}
    for role in ("head", "crown", "neck"):
        if role in places:
            root = character.bodies[character.body_index(character.root_joint.body)]
            ahead = (places[role] - np.array(root.position)) * [1.0, 1.0, 0.0]
            if np.linalg.norm(ahead) > MIDDLE * abs(places[role][2] - root.position[2]):
                unit: Array = ahead / np.linalg.norm(ahead)
                return unit
    return np.array([1.0, 0.0, 0.0])


def spine_of(character: Character) -> tuple[int, ...]:
    """Bodies of the spine, the root first: those with its roles, or the bodies in the middle that carry limbs."""
    bodies, parent = main_tree(character), tree_of(character).parent
    root = bodies[0]
    chosen = [b for b in bodies if _kind(character, b) in SPINE]
    if set(chosen) <= {root} and not character.bodies[root].role:
        across = np.cross([0.0, 0.0, 1.0], facing_of(character))
        places = np.array([body.position for body in character.bodies])
        off = np.abs((places - places[root]) @ across)
        size = float(np.ptp(places[list(bodies)], axis=0).max()) or 1.0
        hubs = [b for b in bodies if np.count_nonzero(parent == b) > 1]
        chosen = [b for b in hubs if off[b] < MIDDLE * size]
    spine = {root}
    for b in chosen:
        while b not in spine:
            spine.add(b)
            b = int(parent[b])
    return tuple(b for b in bodies if b in spine)


def ends_of(character: Character, spine: tuple[int, ...], center: Array, joint: Array) -> dict[int, str]:
    """What the bodies of limbs are: "foot", "grasper", "head", "tail" or "other".

    Args:
        character: any.
        spine: its spine.
        center: (B, 3) centers of mass at rest, creature frame [m].
        joint: (B, 3) joints at rest, creature frame [m].
    """
    bodies, parent = main_tree(character), tree_of(character).parent
    standing = _standing(character, center)
    carriers = set(parent.tolist())
    found = {}
    for b in bodies:
        if b in spine or (b in carriers and b not in standing):
            continue
        kind = ENDS.get(_kind(character, b), "")
        if b in carriers and kind != "foot":  # a foot may carry toes, a leg that kneels is none
            continue
        found[b] = "foot" if b in standing else kind or _kind_of_shape(b, spine, center, joint)
        if found[b] == "foot" and b not in standing and standing:
            found[b] = "other"
    return _without_toes(found, parent)


def _standing(character: Character, center: Array) -> set[int]:
    """Bodies whose contacts are on the ground in the rest pose."""
    if not character.contacts:
        return set()
    heights = np.array([contact.point[2] for contact in character.contacts])
    extent = max(float(np.ptp(center[:, 2])), 1e-9)
    low = heights <= heights.min() + LOW * extent
    return {
        character.body_index(contact.body)
        for contact, is_low in zip(character.contacts, low, strict=True)
        if is_low
    }


def _kind_of_shape(body: int, spine: tuple[int, ...], center: Array, joint: Array) -> str:
    size = max(float(np.ptp(center, axis=0).max()), 1e-9)
    if abs(center[body, 1]) > MIDDLE * size:
        return "grasper"
    trunk = center[list(spine)]
    if center[body, 0] < trunk[:, 0].min() and center[body, 2] < trunk[:, 2].max() + MIDDLE * size:
        return "tail"
    if center[body, 0] > trunk[:, 0].max() or center[body, 2] > trunk[:, 2].max():
        return "head"
    return "other"


def _without_toes(found: dict[int, str], parent: Array) -> dict[int, str]:
    """Ends below a foot are parts of it."""
    return {b: kind for b, kind in found.items() if found.get(int(parent[b])) != "foot"}


def _kind(character: Character, body: int) -> str:
    """Kind of a body's role without its number: "head" of "head2"."""
    name = PartName.of(character.bodies[body].role)
    return name.segment or name.kind.rstrip("0123456789")
