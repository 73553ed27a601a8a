"""Distance of the shapes of bodies."""

from collections.abc import Mapping

import numpy as np

from ...arrays import Array
from ...character import Character


class ShapeDistance:
    """sum_b w_b |L_b - L'_b| with weights of sum 1: mean difference of the bodies' lengths [m].

    Agrawal & van de Panne (2015, section 3.1).

    Args:
        character: whose shape varies.
        weights: of bodies that do not count 1, by name.
    """

    def __init__(self, character: Character, weights: Mapping[str, float] | None = None) -> None:
        body_weights = np.array([(weights or {}).get(body.name, 1.0) for body in character.bodies])
        self._weights = body_weights / body_weights.sum()
        self._axes = [int(np.argmax(body.diameters)) for body in character.bodies]

    def apart(self, a: Character, b: Character) -> float:
        """Of two shapes of the same bodies [m]."""
        return float(self.between(self.lengths(a), self.lengths(b)))

    def between(self, a: Array, b: Array) -> Array:
        """(...,) of lengths (..., B) [m]."""
        return np.asarray(np.abs(a - b) @ self._weights)

    def lengths(self, character: Character) -> Array:
        """(B,) of the bodies [m]: their diameters along what is the longest axis of each at first."""
        return np.array([body.diameters[k] for body, k in zip(character.bodies, self._axes, strict=True)])
