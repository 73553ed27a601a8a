"""Arms and wings without keys and poses on a keyed body: they are left to the solver.

Otherwise they would stay rigid in their rest pose, such as arms spread in a T-pose.
"""

from collections import Counter
from dataclasses import replace

from ..character import BodyJoint, Character
from ..rotations import angle_between
from .drawn_motion import IGNORE, DrawnMotion, Key

ALIKE = 0.1  # of their mass, by which two sides may differ
POSED = 1e-3  # rad from the rest pose, above which a joint is posed


def with_free_limbs(character: Character, drawn: DrawnMotion) -> tuple[DrawnMotion, tuple[str, ...]]:
    """The motion with such limbs left to the solver, and the first body of each.

    A limb is a chain with a free end up to the body that carries another like it, so that a head stays as drawn. It is
    free if none of its bodies has keys or ever leaves its rest pose, but one of its ancestors has keys. For limbs with
    contacts, see ``free_legs``.
    """
    carrying = {joint.body_b: joint for joint in character.joints}
    keyed = drawn.keyed
    free = [
        limb
        for limb in _limbs(character)
        if not keyed.intersection(joint.body_b for joint in limb)
        and any(body in keyed for body in _carriers(limb[0].body_a, carrying))
        and all(_at_rest(character, drawn, joint) for joint in limb)
    ]
    if not free:
        return drawn, ()
    left = {joint.body_b: (Key(0, IGNORE),) for limb in free for joint in limb}
    return replace(drawn, keys={**drawn.keys, **left}), tuple(limb[0].body_b for limb in free)


def _limbs(character: Character) -> list[list[BodyJoint]]:
    """Joints of each limb without contacts, outwards from the body that carries two like it."""
    carrying = {joint.body_b: joint for joint in character.joints}
    carried = Counter(joint.body_a for joint in character.joints)
    chains = []
    for end in (body.name for body in character.bodies if not carried[body.name]):
        chain, body = list[BodyJoint](), end
        while body in carrying and carried[body] < 2:
            chain.insert(0, carrying[body])
            body = carrying[body].body_a
        if chain:
            chains.append(chain)
    touching = {contact.body for contact in character.contacts}
    return [
        chain
        for chain in chains
        if touching.isdisjoint(joint.body_b for joint in chain)
        and any(_are_alike(character, chain, other) for other in chains if other is not chain)
    ]


def _are_alike(character: Character, chain: list[BodyJoint], other: list[BodyJoint]) -> bool:
    """Whether two chains are the two sides of one body."""
    mass, other_mass = (
        sum(character.bodies[character.body_index(joint.body_b)].mass for joint in each)
        for each in (chain, other)
    )
    is_like = len(chain) == len(other) and abs(mass - other_mass) <= ALIKE * max(mass, other_mass)
    return is_like and chain[0].body_a == other[0].body_a


def _carriers(body: str, carrying: dict[str, BodyJoint]) -> list[str]:
    """A body and its ancestors up to the root."""
    chain = [body]
    while chain[-1] in carrying:
        chain.append(carrying[chain[-1]].body_a)
    return chain


def _at_rest(character: Character, drawn: DrawnMotion, joint: BodyJoint) -> bool:
    a, b = (character.body_index(body) for body in (joint.body_a, joint.body_b))
    return float(angle_between(drawn.turn[:, a], drawn.turn[:, b]).max()) < POSED
