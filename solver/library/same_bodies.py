"""Comparison of the characters of two motions."""

import numpy as np

from ..character import Character
from ..errors import InputError

SAME = 0.02  # tolerated difference of lengths, relative to the longest


def require_same_bodies(character: Character, other: Character) -> None:
    """Checks that two characters have the same bodies; limits and strengths may differ.

    Raises:
        InputError: names the difference.
    """
    why = why_another(character, other)
    if why:
        raise InputError(why)


def why_another(character: Character, other: Character) -> str:
    """The difference as an error message; empty if there is none."""
    names, others = ([body.name for body in each.bodies] for each in (character, other))
    if names != others:
        found = f"'{other.name}'"
        if character.name == other.name:
            apart = sorted(set(names) ^ set(others))
            found = f"another with {len(others)} bodies instead of {len(names)}"
            found += f", of which '{apart[0]}' is in one alone" if apart else " in another order"
        return f"expected motions of '{character.name}', found {found}"
    lengths, found_lengths = _lengths(character), _lengths(other)
    apart_by = {name: abs(found_lengths.get(name, 0.0) - length) for name, length in lengths.items()}
    worst = max(apart_by, key=apart_by.__getitem__, default="")
    if worst and apart_by[worst] > SAME * max(lengths.values()):
        return (
            f"expected the proportions of '{character.name}', found '{other.name}' with the joint of '{worst}' at "
            f"{found_lengths.get(worst, 0.0):.3g} m instead of {lengths[worst]:.3g} m from the one before it"
        )
    return ""


def _lengths(character: Character) -> dict[str, float]:
    """Distance at rest of each body's joint from that of its parent, or from the center of a root [m]."""
    at = {body.name: np.array(body.position) for body in character.bodies}
    at |= {joint.body_b: np.array(joint.position) for joint in character.joints}
    return {
        joint.body_b: float(np.linalg.norm(at[joint.body_b] - at[joint.body_a])) for joint in character.joints
    }
