"""Pins that hold a character's joints in a pose at some frames of an open clip."""

from collections.abc import Iterable, Mapping

import numpy as np

from scripts.robustness.task import within
from solver.character import Character
from solver.mechanics.tree import Tree
from solver.problem.constraints.pin import Pin

ENDS = ((0, 1), (-2, -1))  # two frames each: at rest


def pins(pose: Mapping[str, float], first: int, last: int) -> tuple[Pin, ...]:
    """Each degree of freedom at its value on a stretch of frames."""
    return tuple(Pin(dof, first, last, value, value) for dof, value in pose.items())


def random_pose(
    rng: np.random.Generator, character: Character, *, joints: Iterable[str] = (), reach: float = 1.0
) -> dict[str, float]:
    """Angles within the limits.

    Args:
        rng: of the draw.
        character: whose.
        joints: which; all when empty.
        reach: share of the way from the preferred angle to the limits.
    """
    tree, joints = Tree(character), set(joints)
    pose = {}
    for i, name in enumerate(tree.names):
        joint = name.rpartition(".")[0]
        if joint == "root" or (joints and joint not in joints):
            continue
        ease = tree.preferred[i]
        low, high = (ease + reach * (float(end) - ease) for end in (tree.lower[i], tree.upper[i]))
        pose[name] = within(rng, float(low), float(high))
    return pose


def at_ease(character: Character) -> dict[str, float]:
    """Preferred angles of the joints that carry no contact: what stands still while the legs stand."""
    tree = Tree(character)
    feet = {character.body_index(contact.body) for contact in character.contacts}
    legs = {i for i in range(tree.n) if any(tree.moves[foot, i] for foot in feet)}
    free = [i for i in range(tree.n) if i not in legs and tree.parent[tree.body[i]] >= 0]
    return {tree.names[i]: float(tree.preferred[i]) for i in free}


def place_of_root(character: Character) -> dict[str, float]:
    """Where the root stands in the rest pose [m]."""
    root = character.root_joint
    place = character.bodies[character.body_index(root.body)].position
    return {f"root.t{letter.lower()}": place["XYZ".index(letter)] for letter in root.translation}
