"""Masses and mass distribution of human body segments (de Leva 1996)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ..errors import InputError

FEMALE, MALE = "female", "male"


@dataclass(frozen=True)
class Segment:
    """One row of de Leva (1996), table 4; lengths are fractions of the segment's length.

    Attributes:
        mass: fraction of the body's mass.
        length: of the average subject [m].
        center: center of mass from the segment's first end.
        radii: of gyration about the sagittal (back to front), transverse (side to side) and longitudinal axis
            through the center of mass.
    """

    mass: float
    length: float
    center: float
    radii: tuple[float, float, float]

    def diameters(self, length: float) -> tuple[float, float, float]:
        """Sagittal, transverse and longitudinal diameter [m] of the homogeneous ellipsoid of the same inertia.

        With I_i = m (r_i L)^2, d_i^2 = 10 (I_j + I_k - I_i) / m. The ellipsoid is longer than the bone, because one of
        the bone's length has too little inertia.
        """
        a, b, c = (r * r for r in self.radii)
        squares = (b + c - a, c + a - b, a + b - c)
        sagittal, transverse, longitudinal = (length * math.sqrt(10 * square) for square in squares)
        return sagittal, transverse, longitudinal


# Segment: first end to second end. de Leva P (1996) Adjustments to Zatsiorsky-Seluyanov's segment inertia
# parameters. Journal of Biomechanics 29:1223-1230, table 4.
_MALE = {
    "head": Segment(0.0694, 0.2033, 0.5976, (0.362, 0.376, 0.312)),  # top of the head to jaw angle
    "upper_trunk": Segment(0.1596, 0.1707, 0.2999, (0.716, 0.454, 0.659)),  # top to bottom of the breastbone
    "mid_trunk": Segment(0.1633, 0.2155, 0.4502, (0.482, 0.383, 0.468)),  # ... to the navel
    "lower_trunk": Segment(0.1117, 0.1457, 0.6115, (0.615, 0.551, 0.587)),  # ... to the middle of the hips
    "upper_arm": Segment(0.0271, 0.2817, 0.5772, (0.285, 0.269, 0.158)),  # shoulder to elbow
    "forearm": Segment(0.0162, 0.2689, 0.4574, (0.276, 0.265, 0.121)),  # elbow to wrist
    "hand": Segment(0.0061, 0.0862, 0.7900, (0.628, 0.513, 0.401)),  # wrist to third knuckle
    "thigh": Segment(0.1416, 0.4222, 0.4095, (0.329, 0.329, 0.149)),  # hip to knee
    "shank": Segment(0.0433, 0.4340, 0.4459, (0.255, 0.249, 0.103)),  # knee to ankle
    "foot": Segment(0.0137, 0.2581, 0.4415, (0.257, 0.245, 0.124)),  # heel to tip of the toes
}
_FEMALE = {
    "head": Segment(0.0668, 0.2002, 0.5894, (0.330, 0.359, 0.318)),
    "upper_trunk": Segment(0.1545, 0.1425, 0.2077, (0.746, 0.502, 0.718)),
    "mid_trunk": Segment(0.1465, 0.2053, 0.4512, (0.433, 0.354, 0.415)),
    "lower_trunk": Segment(0.1247, 0.1815, 0.4920, (0.433, 0.402, 0.444)),
    "upper_arm": Segment(0.0255, 0.2751, 0.5754, (0.278, 0.260, 0.148)),
    "forearm": Segment(0.0138, 0.2643, 0.4559, (0.261, 0.257, 0.094)),
    "hand": Segment(0.0056, 0.0780, 0.7474, (0.531, 0.454, 0.335)),
    "thigh": Segment(0.1478, 0.3685, 0.3612, (0.369, 0.364, 0.162)),
    "shank": Segment(0.0481, 0.4323, 0.4416, (0.271, 0.267, 0.093)),
    "foot": Segment(0.0129, 0.2283, 0.4014, (0.299, 0.279, 0.139)),
}
_TABLE: Mapping[str, Mapping[str, Segment]] = MappingProxyType({MALE: _MALE, FEMALE: _FEMALE})
_STATURES = MappingProxyType({MALE: 1.741, FEMALE: 1.735})  # of the average subject [m]
PAIRED = ("upper_arm", "forearm", "hand", "thigh", "shank", "foot")


def segments(sex: str) -> dict[str, Segment]:
    """Segments of ``"male"`` or ``"female"``, with masses scaled so that they sum to exactly 1.

    Raises:
        InputError: there is no such table.
    """
    if sex not in _TABLE:
        raise InputError(f"expected body proportions of {' or '.join(_TABLE)}, found '{sex}'")
    table = _TABLE[sex]
    whole = sum(segment.mass * (2 if name in PAIRED else 1) for name, segment in table.items())
    return {
        name: Segment(segment.mass / whole, segment.length, segment.center, segment.radii)
        for name, segment in table.items()
    }


def average_stature(sex: str) -> float:
    """Height of the table's average subject [m]."""
    return _STATURES[sex]
