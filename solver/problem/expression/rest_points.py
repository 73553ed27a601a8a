"""Points of bodies in the rest pose."""

from collections.abc import Iterable

import numpy as np

from ...arrays import Vector3
from ...character import Character
from ...expression.signals import BodyPoints, Signal
from ...rotations import matrix_from_quaternion


def rest_point(character: Character, body: int, point: Vector3) -> tuple[float, float, float]:
    """World position in the rest pose of a point in a body's axes."""
    rigid_body = character.bodies[body]
    x, y, z = np.array(rigid_body.position) + matrix_from_quaternion(rigid_body.orientation) @ np.array(point)
    return float(x), float(y), float(z)


def rest_points(character: Character, signals: Iterable[Signal]) -> list[tuple[str, Vector3]]:
    """(body, position in the rest pose) of each point that signals measure."""
    return [
        (character.bodies[body].name, rest_point(character, body, point))
        for signal in signals
        if isinstance(signal, BodyPoints)
        for body, point, _ in signal.terms
    ]
