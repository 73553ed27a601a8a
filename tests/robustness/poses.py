"""Pins that hold a character's joints in a pose at some frames of an open clip."""

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from solver.character import Character
from solver.job.constraints.pin import Pin
from solver.mechanics.kinematics import Kinematics
from solver.mechanics.tree import Tree
from tests.robustness.task import within

SUNK = 0.97  # share of the root's height at rest
STEADY = 0.08  # m that a standing body's centre of mass may shift
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


def steadied(character: Character, pose: Mapping[str, float]) -> dict[str, float]:
    """The pose, drawn back towards ease until the centre of mass stays over the feet."""
    kinematics, tree = Kinematics(character), Tree(character)
    mass = np.array([body.mass for body in character.bodies])
    places = [tree.names.index(dof) for dof in pose]
    ease, wanted = tree.preferred[places], np.array(list(pose.values()))
    shares = np.linspace(1.0, 0.0, 21)
    q = np.tile(tree.preferred, (len(shares), 1))
    q[:, places] = ease + shares[:, None] * (wanted - ease)
    centre = kinematics.forward(q).position[:2] @ mass / mass.sum()  # (2, 21)
    steady = np.linalg.norm(centre - centre[:, -1:], axis=0) <= STEADY
    share = shares[int(np.argmax(steady))]
    return dict(zip(pose, (ease + share * (wanted - ease)).tolist(), strict=True))


def at_ease(character: Character) -> dict[str, float]:
    """Preferred angles of the joints that carry no contact: what stands still while legs bend."""
    tree = Tree(character)
    return _preferred(tree, tree.rotation & ~tree.root_turns & ~_legs(character, tree))


def legs_apart(character: Character) -> dict[str, float]:
    """Preferred sideways turns of the legs of a character with a left and a right.

    Nothing else keeps legs from crossing. To be pinned in single frames only: two in a row would repeat
    what a standing foot says already.
    """
    tree = Tree(character)
    feet = np.isin(tree.body, [character.body_index(contact.body) for contact in character.contacts])
    sideways = (np.abs(tree.axis[:, 1]) < 0.5) & bool(character.mirror_pairs)
    return _preferred(tree, tree.rotation & ~tree.root_turns & _legs(character, tree) & sideways & ~feet)


def _legs(character: Character, tree: Tree) -> NDArray[np.bool_]:
    feet = [character.body_index(contact.body) for contact in character.contacts]
    legs: NDArray[np.bool_] = tree.moves[feet].any(0)
    return legs


def _preferred(tree: Tree, chosen: NDArray[np.bool_]) -> dict[str, float]:
    return {tree.names[i]: float(tree.preferred[i]) for i in np.flatnonzero(chosen)}


def standing_pose(character: Character) -> dict[str, float]:
    """The root where it stands, upright and looking ahead, all but the legs at ease.

    It stands a little low: straight legs could not take the weight gently.
    """
    root = character.root_joint
    place = character.bodies[character.body_index(root.body)].position
    pose = {f"root.t{letter.lower()}": place["XYZ".index(letter)] for letter in root.translation}
    pose |= {f"root.r{letter.lower()}": 0.0 for letter in root.axes}
    if "root.tz" in pose:
        pose["root.tz"] *= SUNK
    return pose | at_ease(character)
