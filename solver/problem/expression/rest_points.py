"""Points of bodies in the rest pose."""

from collections.abc import Iterable

import numpy as np

from ...arrays import Vector3
from ...character import Character
from ...expression.signals import BodyPoints, Signal
from ...rotations import matrix_from_quaternion


def rest_point(character: Character, body: int, place: Vector3) -> tuple[float, float, float]:
    """World position in the rest pose of a point in a body's axes."""
    own = character.bodies[body]
    x, y, z = np.array(own.position) + matrix_from_quaternion(own.orientation) @ np.array(place)
    return float(x), float(y), float(z)


def rest_points(character: Character, signals: Iterable[Signal]) -> list[tuple[str, Vector3]]:
    """(body, position in the rest pose) of each point that signals measure."""
    return [
        (character.bodies[body].name, rest_point(character, body, place))
        for signal in signals
        if isinstance(signal, BodyPoints)
        for body, place, _ in signal.terms
    ]
