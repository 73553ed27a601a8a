"""Left and right of any creature."""

import numpy as np

from ..character import Character
from ..character.roles import side_of_body

SIDES = {"left": "L", "right": "R"}
ACROSS = (
    np.array([0.0, 1.0, 0.0]),
    np.array([1.0, 0.0, 0.0]),
)  # left when facing along X, and along -Y as in Blender
TWIN = 0.02  # of the creature's size; tolerated distance of a body from its partner's mirror image
OFF_MIDDLE = 0.01  # of the creature's size


def sides(character: Character) -> list[str]:
    """``left``, ``right`` or ``middle`` for every body, from its role, mirror pair or name.

    If none of these gives a side, positions in the rest pose do if the main tree is symmetric about a plane.
    """
    words = {letter: word for word, letter in SIDES.items()} | {"": "middle"}
    by_body = [words[side_of_body(character, body.name)] for body in character.bodies]
    return by_body if {"left", "right"} & set(by_body) else _sides_of_places(character)


def trees(character: Character) -> list[int]:
    """Index of each body's tree; the main one is 0."""
    carrier = {joint.body_b: joint.body_a for joint in character.joints}
    roots = [root.body for root in character.roots]
    indices = []
    for body in character.bodies:
        name = body.name
        while name in carrier:
            name = carrier[name]
        indices.append(roots.index(name))
    return indices


def _sides_of_places(character: Character) -> list[str]:
    is_main = np.array(trees(character)) == 0
    places = np.array([body.position for body in character.bodies])
    size = max(float(np.ptp(places[is_main], axis=0).max()), 1e-9)
    root = places[character.body_index(character.root_joint.body)]
    for across in ACROSS:
        off = (places - root) @ across
        images = places - 2 * off[:, None] * across
        gaps = np.linalg.norm(images[is_main][:, None] - places[is_main], axis=-1).min(axis=1)
        beside = is_main & (np.abs(off) > OFF_MIDDLE * size)
        if beside.any() and gaps.max() < TWIN * size:
            named = np.where(off > 0, "left", "right")
            return [
                str(side) if is_beside else "middle" for side, is_beside in zip(named, beside, strict=True)
            ]
    return ["middle"] * len(places)
