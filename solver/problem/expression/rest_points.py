"""Points of bodies in the rest pose."""

import numpy as np

from ...character import Character
from ...mechanics.rotations import matrix_from_quaternion
from .signals import Place


def rest_point(character: Character, body: int, place: Place) -> tuple[float, float, float]:
    """World place in the rest pose of a point in a body's own axes."""
    own = character.bodies[body]
    x, y, z = np.array(own.position) + matrix_from_quaternion(own.orientation) @ np.array(place)
    return float(x), float(y), float(z)
