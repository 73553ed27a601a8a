"""Left and right of any creature."""

import numpy as np

from ..character import Character
from ..character.roles import side_of_body

SIDES = {"left": "L", "right": "R"}
ACROSS = (
    np.array([0.0, 1.0, 0.0]),
    np.array([1.0, 0.0, 0.0]),
)  # left of who looks along X, and along -Y as in Blender
TWIN = 0.02  # of the creature's size: so far from its partner's mirror image a body may be
OFF_MIDDLE = 0.01  # of the creature's size


def sides(character: Character) -> list[str]:
    """``left``, ``right`` or ``middle`` for every body: by its role, or else by its mirror pair or its name.

    If none of these gives a side, positions in the rest pose do if the main tree lies evenly about a plane.
    """
    words = {letter: word for word, letter in SIDES.items()} | {"": "middle"}
    told = [words[side_of_body(character, body.name)] for body in character.bodies]
    return told if {"left", "right"} & set(told) else _sides_of_places(character)


def trees(character: Character) -> list[int]:
    """For every body, which of the character's trees it belongs to; the main one is 0."""
    carrier = {joint.body_b: joint.body_a for joint in character.joints}
    roots = [root.body for root in character.roots]
    found = []
    for body in character.bodies:
        name = body.name
        while name in carrier:
            name = carrier[name]
        found.append(roots.index(name))
    return found


def _sides_of_places(character: Character) -> list[str]:
    own = np.array(trees(character)) == 0
    places = np.array([body.position for body in character.bodies])
    size = max(float(np.ptp(places[own], axis=0).max()), 1e-9)
    root = places[character.body_index(character.root_joint.body)]
    for across in ACROSS:
        off = (places - root) @ across
        images = places - 2 * off[:, None] * across
        gaps = np.linalg.norm(images[own][:, None] - places[own], axis=-1).min(axis=1)
        beside = own & (np.abs(off) > OFF_MIDDLE * size)
        if beside.any() and gaps.max() < TWIN * size:
            named = np.where(off > 0, "left", "right")
            return [
                str(side) if is_beside else "middle" for side, is_beside in zip(named, beside, strict=True)
            ]
    return ["middle"] * len(places)
