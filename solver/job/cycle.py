"""The transform of a cyclic motion, and its algebra."""

import cmath
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..mechanics.euler import turn_about
from ..mechanics.planar import Planar, level_of, orientations, positions, spin_of
from ..rotations import rotation_about
from .arguments import require_vector

NO_TURN = 1e-6  # rad off a whole turn, below which the cycle is straight
CLOSED = 1e-6  # turns within which a motion is back at its beginning


@dataclass(frozen=True)
class Cycle:
    """Transform T from each repetition to the next: x' = Rz(yaw) x + translation (McIntosh 2011, section 3.2.5).

    Attributes:
        translation: world [m]; if both this and ``yaw`` are zero, the clip is perfectly cyclic as defined by McIntosh.
        yaw: rotation about the world's Z axis, applied before the translation [rad].
        mirrored: whether the second half of the clip mirrors the first left to right, which halves the problem.
    """

    translation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    yaw: float = 0.0
    mirrored: bool = False

    def __post_init__(self) -> None:
        require_vector(self.translation, "cycle.translation")

    @classmethod
    def along_arc(
        cls,
        start: tuple[float, float],
        length: float,
        *,
        heading: float = 0.0,
        turn: float = 0.0,
        mirrored: bool = False,
    ) -> "Cycle":
        """The cycle that moves ``start`` along a circular arc, or straight ahead without a turn.

        Args:
            start: world x, y of the character in the rest pose [m].
            length: of the arc [m].
            heading: direction of travel at the start, about Z [rad]; 0 is along X.
            turn: change of that direction along the arc [rad].
            mirrored: as the attribute.
        """
        half = turn / 2
        chord = length * (math.sin(half) / half if half else 1.0)
        move = Planar.onto(
            cmath.exp(1j * half),
            level=complex(*start),
            target=complex(*start) + cmath.rect(chord, heading + half),
        )
        return cls((move.shift.real, move.shift.imag, 0.0), turn, mirrored)

    @property
    def turn(self) -> Array:
        """(3, 3) rotation of T."""
        return turn_about("Z", self.yaw)

    @property
    def quaternion(self) -> Array:
        """(4,) wxyz of the same."""
        return rotation_about((0.0, 0.0, 1.0), self.yaw)

    @property
    def planar(self) -> Planar:
        """The turn and the horizontal shift of T."""
        x, y, _ = self.translation
        return Planar.turned_by(self.yaw, complex(x, y))

    @property
    def on_the_spot(self) -> "Cycle":
        """The same cycle without travel, as on a treadmill."""
        return Cycle(mirrored=self.mirrored)

    @property
    def inverse(self) -> "Cycle":
        """The transform from each repetition to the previous one."""
        shift = self.planar.inverse.shift
        return Cycle((shift.real, shift.imag, -self.translation[2]), -self.yaw, self.mirrored)

    def then(self, after: "Cycle") -> "Cycle":
        """This transform, followed by another in the world."""
        shift = after.planar.after(self.planar).shift
        return Cycle(
            (shift.real, shift.imag, self.translation[2] + after.translation[2]), self.yaw + after.yaw
        )

    @property
    def centre(self) -> Array | None:
        """(3,) fixed point of T on the ground, world [m], about which the cycle turns. None: it travels straight."""
        if abs(np.remainder(self.yaw + np.pi, 2 * np.pi) - np.pi) < NO_TURN:
            return None
        centre = self.planar.fixed_point
        return np.array([centre.real, centre.imag, 0.0])

    def part(self, share: ArrayLike) -> tuple[Array, Array]:
        """Rotations (..., 3, 3) and translations (..., 3) [m] of T to the power of ``share`` (...).

        Powers are fractions or multiples of the travel and of the turn about the center; -1 is the inverse of T.
        """
        share, way = np.asarray(share, float), np.array(self.translation)
        turn, shift = turn_about("Z", self.yaw * share), share[..., None] * way
        centre = self.centre
        if centre is not None:
            shift[..., :2] = (centre - turn @ centre)[..., :2]
        return turn, shift

    def round_trip(self, max_repetitions: int) -> int:
        """Number of repetitions, up to a maximum, after which a turning cycle is back where it began; 0: never."""
        turns = np.arange(1, max_repetitions + 1) * self.yaw / (2 * np.pi)
        back = np.flatnonzero(np.abs(turns - np.round(turns)) < CLOSED)
        is_level = self.centre is not None and self.translation[2] == 0.0
        return int(back[0]) + 1 if is_level and len(back) else 0

    def move_points(self, points: Array) -> Array:
        """Points (..., 3) [m] one repetition later."""
        return positions(self.planar.moved(level_of(points)), points[..., 2] + self.translation[2])

    def move_orientations(self, orientation: Array) -> Array:
        """Orientations (..., 4) wxyz one repetition later: Rz(yaw) orientation."""
        return orientations(self.planar.half * spin_of(orientation))
